import { expect, test } from "vitest";
import { readShared } from "./shared";

test("shared replays have addresses of their own, on this site and in frames of others", () => {
  expect(readShared("/shared/aB3-_x")).toEqual({ link: "aB3-_x", embedded: false });
  expect(readShared("/embed/aB3-_x/")).toEqual({ link: "aB3-_x", embedded: true });
  for (const path of ["/", "/shared", "/shared/", "/shared/a/b", "/replay/m-1", "/embed/<x>"]) {
    expect(readShared(path)).toBeNull();
  }
});
