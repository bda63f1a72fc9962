import { expect, test } from "vitest";
import { decode, encode } from "./bytes";

test("bytes of every value and length come back as they were", () => {
  for (let length = 0; length < 9; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 83 + length * 251) % 256);
    expect(decode(encode(bytes.buffer))).toEqual(bytes);
  }
});

test("what is written needs no escaping in an address", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(encode(bytes.buffer)).toMatch(/^[\w-]+$/);
});
