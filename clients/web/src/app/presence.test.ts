import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchPresence } from "./presence";

describe("what the browser reports", () => {
  const link = { wake: vi.fn(), cut: vi.fn(), acted: vi.fn() };
  let network: EventTarget;
  let page: EventTarget & { visibilityState: string };
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    network = new EventTarget();
    page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", page);
    vi.stubGlobal("navigator", { connection: network });
    stop = watchPresence(link);
  });

  afterEach(() => {
    stop();
    vi.clearAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each(["pageshow", "focus", "online"])("wakes the connection at %s", (kind) => {
    window.dispatchEvent(new Event(kind));
    expect(link.wake.mock.calls).toEqual([kind === "online" ? [true] : []]);
  });

  it("wakes the connection when a frozen page goes on, and when the network is another one", () => {
    page.dispatchEvent(new Event("resume"));
    network.dispatchEvent(new Event("change"));
    expect(link.wake).toHaveBeenCalledTimes(2);
  });

  it("wakes the connection when the page is seen, and not when it is hidden", () => {
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(link.wake).not.toHaveBeenCalled();
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(link.wake).toHaveBeenCalledTimes(1);
  });

  it("reports touches, at most one in half a minute", () => {
    for (const kind of ["pointerdown", "keydown", "wheel"]) window.dispatchEvent(new Event(kind));
    expect(link.acted).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(30_000);
    window.dispatchEvent(new Event("keydown"));
    expect(link.acted).toHaveBeenCalledTimes(2);
  });

  it("cuts the connection when the browser has no network, and receives nothing once it is stopped", () => {
    window.dispatchEvent(new Event("offline"));
    expect(link.cut).toHaveBeenCalledTimes(1);
    stop();
    window.dispatchEvent(new Event("focus"));
    expect(link.wake).not.toHaveBeenCalled();
  });
});
