import { afterEach, expect, test, vi } from "vitest";
import { ask, at } from "./ask.ts";
import { formOf } from "./deviceForm.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15";

afterEach(() => vi.unstubAllGlobals());

test("a Mac with a touch screen is a tablet, and nothing else is", () => {
  expect(formOf({ userAgent: MAC, maxTouchPoints: 5 })).toBe("tablet");
  expect(formOf({ userAgent: MAC, maxTouchPoints: 0 })).toBeNull();
  expect(formOf({ userAgent: "Mozilla/5.0 (Windows NT 10.0)", maxTouchPoints: 10 })).toBeNull();
  expect(formOf(undefined)).toBeNull();
});

test("a page says the form to its own site and to no other", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("navigator", { userAgent: MAC, maxTouchPoints: 5 });
  await ask("GET /api/boards", { token: "t" });
  await at("https://elsewhere.example")("GET /api/boards", { token: "t" });
  vi.stubGlobal("navigator", { userAgent: MAC, maxTouchPoints: 0 });
  await ask("GET /api/boards", { token: "t" });
  const forms = fetched.mock.calls.map((call) => ((call as unknown[])[1] as RequestInit).headers);
  expect(forms.map((each) => (each as Record<string, string>)["Kafeneio-Form"])).toEqual([
    "tablet",
    undefined,
    undefined,
  ]);
});
