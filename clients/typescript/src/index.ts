/** Kafeneio for TypeScript: `Player` plays; the rest is for the web client. Of the files below `src` only this one is public. */

export { ask, at, Refused, REST_VERSION, type AnswerOf, type Ask, type Asked, type Operation } from "./ask.ts";
export { backoffMs } from "./backoff.ts";
export type { Companies as PlayerCompanies } from "./companies.ts";
export { allRecordings } from "./exports.ts";
export { FakeWire } from "./fakeWire.ts";
export type * from "./generated/wire.ts";
export { newId, newSeed } from "./ids.ts";
export { Link, PROTOCOL, type LinkEvents, type LinkState, type Wire } from "./link.ts";
export { Outbox, type Answer, type Command } from "./outbox.ts";
export type { People } from "./people.ts";
export { Player, Table, type Turn } from "./player.ts";
export { rankings } from "./rankings.ts";
export { requests, rest } from "./requests.ts";
export { streamEvents, streamTable, type StreamedEvent } from "./streams.ts";
export { ServerClock, serverClock } from "./serverClock.ts";
