import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
const DAY_MS = 86_400_000;

describe("the offer to install", () => {
  let page: EventTarget & { matchMedia: (query: string) => { matches: boolean } };
  let found: typeof import("./install");
  let standalone = false;

  beforeEach(async () => {
    standalone = false;
    page = Object.assign(new EventTarget(), { matchMedia: () => ({ matches: standalone }) });
    const kept = new Map<string, string>();
    vi.stubGlobal("window", page);
    vi.stubGlobal("navigator", { userAgent: "Chrome" });
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    });
    Object.assign(page, { localStorage });
    vi.resetModules();
    found = await import("./install");
    found.followInstall();
  });

  afterEach(() => vi.unstubAllGlobals());

  const offerable = (outcome = "accepted") => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: vi.fn(() => Promise.resolve()),
      userChoice: Promise.resolve({ outcome }),
    });
    page.dispatchEvent(event);
    return event;
  };

  it("comes after the second finished match, and not where the browser cannot", () => {
    found.matchFinished(DAY_MS * 1000);
    found.matchFinished(DAY_MS * 1000);
    expect(found.installOffered()).toBeNull();
    expect(offerable().defaultPrevented).toBe(true);
    found.matchFinished(DAY_MS * 1000);
    expect(found.installOffered()).toBe("ask");
  });

  it("is made three times at most, ninety days apart", () => {
    offerable();
    let nowMs = DAY_MS * 1000;
    let offers = 0;
    for (let day = 0; day < 1000; day += 1) {
      found.matchFinished(nowMs);
      if (found.installOffered() !== null) offers += 1;
      found.endInstallOffer();
      nowMs += DAY_MS;
    }
    expect(offers).toBe(3);
  });

  it("asks once, and never again where it is installed", async () => {
    const event = offerable();
    found.matchFinished(DAY_MS * 1000);
    found.matchFinished(DAY_MS * 1000);
    expect(await found.install()).toBe(true);
    expect(event.prompt).toHaveBeenCalledTimes(1);
    expect(found.installOffered()).toBeNull();
    page.dispatchEvent(new Event("appinstalled"));
    offerable();
    found.matchFinished(DAY_MS * 2000);
    expect(found.installOffered()).toBeNull();
    standalone = true;
    expect(found.installWay()).toBeNull();
  });

  it("is made in words where Safari of a phone asks nothing itself", () => {
    vi.stubGlobal("navigator", { userAgent: IPHONE });
    expect(found.installWay()).toBe("words");
    vi.stubGlobal("navigator", { userAgent: `${IPHONE} CriOS/130` });
    expect(found.installWay()).toBeNull();
  });
});
