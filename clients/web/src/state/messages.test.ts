import { expect, test } from "vitest";
import type { AdminMessage } from "kafeneio-client";
import { isOpen, withMessage } from "./messages";

const NOTICE: AdminMessage = {
  id: "1",
  to: "a",
  kind: "notice",
  subject: "s",
  body: "b",
  created_at_ms: 1,
  read_at_ms: null,
  ack_at_ms: null,
  code: null,
  params: {},
};
const READ = { ...NOTICE, read_at_ms: 2 };

test("a new message comes last, a known one stays where it is", () => {
  const other = { ...NOTICE, id: "2" };
  expect(withMessage(null, NOTICE)).toEqual([NOTICE]);
  expect(withMessage([NOTICE, other], READ)).toEqual([READ, other]);
  expect(withMessage([NOTICE], other)).toEqual([NOTICE, other]);
});

test("a warning stays open until it is acknowledged, the rest until it is read", () => {
  expect(isOpen(NOTICE)).toBe(true);
  expect(isOpen(READ)).toBe(false);
  expect(isOpen({ ...READ, kind: "warning" })).toBe(true);
  expect(isOpen({ ...READ, kind: "warning", ack_at_ms: 3 })).toBe(false);
});
