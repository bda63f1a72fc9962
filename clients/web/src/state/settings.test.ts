import { afterEach, expect, test, vi } from "vitest";
import { applyLook, loadSettings } from "./settings";

afterEach(() => vi.unstubAllGlobals());

test("what is chosen otherwise than usual is an attribute of the page, and is taken back", () => {
  const dataset: Record<string, string> = {};
  vi.stubGlobal("document", { documentElement: { dataset } });
  const usual = loadSettings();
  applyLook({ ...usual, size: "large", suits: "four", cards: "large", table: "night" });
  expect(dataset).toEqual({ size: "large", suits: "four", cards: "large", table: "night" });
  applyLook(usual);
  expect(dataset).toEqual({});
});
