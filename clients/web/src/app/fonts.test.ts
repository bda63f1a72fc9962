import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newStore } from "../state/store";
import { showFonts } from "./fonts";

vi.mock("../screens/table/load", () => ({ loadTableScript: () => Promise.resolve() }));

describe("the page's own fonts", () => {
  const shown = () => document.documentElement.dataset["fonts"] === "own";
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    vi.stubGlobal("window", { location: { pathname: "/" }, localStorage });
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("come at once after the first visit", () => {
    showFonts(newStore("token"));
    expect(shown()).toBe(true);
  });

  it("leave the line to a first press for a while", async () => {
    showFonts(newStore(null));
    await pass(1_400);
    expect(shown()).toBe(false);
    await pass(200);
    expect(shown()).toBe(true);
  });

  it("wait for the game that was pressed, and not for ever", async () => {
    const store = newStore(null);
    showFonts(store);
    await pass(100);
    store.setState({ begins: true });
    await pass(4_000);
    expect(shown()).toBe(false);
    store.setState({ begins: false });
    await pass(0);
    expect(shown()).toBe(true);
  });

  it("come where the game that was pressed never begins", async () => {
    const store = newStore(null);
    showFonts(store);
    store.setState({ begins: true });
    await pass(8_100);
    expect(shown()).toBe(true);
  });
});
