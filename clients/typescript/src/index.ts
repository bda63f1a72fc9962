/** Kafeneio for TypeScript: `Player` plays; `Link` and `call` are what the web client itself is made of. */

export { backoffMs } from "../../../gateway/web/src/net/backoff";
export { newId, newSeed } from "../../../gateway/web/src/net/ids";
export { Link, PROTOCOL, type LinkEvents, type LinkState, type Wire } from "../../../gateway/web/src/net/link";
export { Outbox, type Answer, type Command } from "../../../gateway/web/src/net/outbox";
export { asking, call, Refused } from "../../../gateway/web/src/net/rest";
export { ServerClock } from "../../../gateway/web/src/net/serverClock";
export type * from "../../../gateway/web/src/generated/frames";
export { Player, Table, type Turn } from "./player";
