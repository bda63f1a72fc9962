import type { RecordedEvent, Recording } from "kafeneio-client";

/** The form of recordings that this page can check. */
const FORMAT = 1;
const WORDS = 2 ** 32;
const DRAW_MAX = 1_000;
const HEX_32 = /^[0-9a-f]{64}$/;
const SEED = /^[0-9a-f]{32}$/;

/** What was drawn for what, and what the rules give. */
export interface CheckedDraw {
  hand: number;
  purpose: string;
  kind: string;
  n: number;
  seq: number;
  values: number[];
  wanted: number[];
}

/** One thing that was checked. */
export type Finding = { holds: boolean } & (
  | { kind: "commit" | "commitKept" | "seeds" | "seedUsed" }
  | { kind: "key"; hand: number }
  | { kind: "draw"; draw: CheckedDraw }
);

/** What is no recording, or cannot be checked here; `code` says why. */
export class Unreadable extends Error {
  constructor(readonly code: "notRecording" | "format" | "noCrypto") {
    super(code);
  }
}

/** Reads text as a recording. */
export function readRecording(text: string): Recording {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Unreadable("notRecording");
  }
  const found = read as Recording | null;
  if (typeof found !== "object" || found === null || !Array.isArray(found.events)) throw new Unreadable("notRecording");
  if (found.format !== FORMAT) throw new Unreadable("format");
  return found;
}

/**
 * Computes every draw of a recording again (services/tables/RULES.md §14), in this browser alone. `noted`: what was
 * shown and sent before the match, where it is known.
 */
export async function verifyRecording(
  recording: Recording,
  noted: { commit: string | null; seed: string | null },
): Promise<Finding[]> {
  if (!globalThis.crypto?.subtle) throw new Unreadable("noCrypto");
  try {
    return await check(recording, noted.commit?.trim().toLowerCase(), noted.seed?.trim().toLowerCase());
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("notRecording");
  }
}

async function check(recording: Recording, commit?: string, seed?: string): Promise<Finding[]> {
  const { root, seeds, seats, match, hands } = recording;
  if (!HEX_32.test(root)) throw new Unreadable("notRecording");
  const chance = await Chance.of(root, match, seeds.join("."));
  const found: Finding[] = [{ kind: "commit", holds: (await chance.commitment()) === recording.commit }];
  if (commit) found.push({ kind: "commitKept", holds: commit === recording.commit });
  found.push({ kind: "seeds", holds: seeds.length === seats.length && seeds.every((each) => SEED.test(each)) });
  if (seed) found.push({ kind: "seedUsed", holds: seeds.includes(seed) });
  for (const { number, deal_key } of hands) {
    found.push({ kind: "key", hand: number, holds: (await chance.dealKey(number)) === deal_key });
  }
  for (const event of recording.events) if (event.kind === "drawn") found.push(await checkDraw(chance, event));
  return found;
}

async function checkDraw(chance: Chance, { hand, seq, data }: RecordedEvent): Promise<Finding> {
  const { purpose, draw: kind, n, values } = data as { purpose: string; draw: string; n: number; values: number[] };
  if (!Number.isInteger(n) || n < 1 || n > DRAW_MAX) throw new Unreadable("notRecording");
  const wanted = await drawn(await chance.stream(hand, purpose), kind, n);
  const holds = wanted.length === values.length && wanted.every((value, at) => value === values[at]);
  return { kind: "draw", holds, draw: { hand, purpose, kind, n, seq, values, wanted } };
}

/** The values that a draw must have given. */
export async function drawn(stream: Stream, kind: string, n: number): Promise<number[]> {
  if (kind === "below") return [await stream.below(n)];
  const values = Array.from({ length: n }, (_, at) => at);
  if (kind === "dice") {
    for (const at of values) values[at] = 1 + (await stream.below(6));
    return values;
  }
  if (kind !== "shuffle") throw new Unreadable("notRecording");
  for (let i = n - 1; i > 0; i -= 1) {
    const j = await stream.below(i + 1);
    [values[i], values[j]] = [values[j] as number, values[i] as number];
  }
  return values;
}

/** Everything that follows from a match's root, its id and the seeds. */
export class Chance {
  private readonly streams = new Map<string, Stream>();

  private constructor(
    private readonly root: Uint8Array<ArrayBuffer>,
    private readonly key: CryptoKey,
    private readonly match: string,
    private readonly seeds: string,
  ) {}

  static async of(rootHex: string, match: string, seeds: string): Promise<Chance> {
    const root = Uint8Array.from(rootHex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const key = await crypto.subtle.importKey("raw", root, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Chance(root, key, match, seeds);
  }

  async commitment(): Promise<string> {
    return hex(await crypto.subtle.digest("SHA-256", this.root));
  }

  /** The name of a hand: 16 bytes, with the bits of a version-4 UUID. */
  async dealKey(hand: number): Promise<string> {
    const bytes = new Uint8Array(await this.mac(`deal_key|${this.match}|${hand}`)).slice(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return hex(bytes.buffer).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  /** The stream of a hand and purpose: the same one each time, which goes on where it stopped. */
  async stream(hand: number, purpose: string): Promise<Stream> {
    const name = `${hand}|${purpose}`;
    const known = this.streams.get(name);
    if (known) return known;
    const prefix = `${await this.dealKey(hand)}|${purpose}|${this.seeds}|`;
    const made = new Stream((block) => this.mac(`${prefix}${block}`));
    this.streams.set(name, made);
    return made;
  }

  private mac(text: string): Promise<ArrayBuffer> {
    return crypto.subtle.sign("HMAC", this.key, new TextEncoder().encode(text));
  }
}

/** Unsigned 32-bit numbers, eight in a block. */
export class Stream {
  private words: number[] = [];
  private block = 0;

  constructor(private readonly mac: (block: number) => Promise<ArrayBuffer>) {}

  /** The next number below n; those that would make some numbers likelier are dropped. */
  async below(n: number): Promise<number> {
    for (;;) {
      const word = await this.next();
      if (word < WORDS - (WORDS % n)) return word % n;
    }
  }

  private async next(): Promise<number> {
    if (this.words.length === 0) {
      const block = new DataView(await this.mac(this.block));
      this.words = Array.from({ length: 8 }, (_, at) => block.getUint32(4 * at));
      this.block += 1;
    }
    return this.words.shift() as number;
  }
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (value) => value.toString(16).padStart(2, "0")).join("");
}
