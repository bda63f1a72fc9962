/** `bytes` random bytes as lower-case hex. Unlike randomUUID it also works on pages without TLS (a local network). */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** A new command id. */
export const newId = (): string => randomHex(16);

/** A W3C trace context of a request: a new trace, of which nothing is recorded here. */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-00`;

/** A client's random seed: 16 random bytes as 32 hex digits (services/tables/RULES.md §14). */
export const newSeed = (): string => randomHex(16);
