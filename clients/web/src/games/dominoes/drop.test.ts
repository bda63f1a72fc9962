import { describe, expect, it } from "vitest";
import { dropIn } from "./drop";
import { layOut } from "./layout";

const LAID = { ...layOut(["6-6", "6-4", "4-3"], 1, { width: 30, height: 20 }), unitPx: 20 };
const CLOTH = { left: 100, top: 50, width: 600, height: 400 };

describe("a tile let go", () => {
  it("goes to the nearer end", () => {
    expect(dropIn(LAID, CLOTH, 400, 180)).toEqual({ end: "up_left" });
    expect(dropIn(LAID, CLOTH, 420, 330)).toEqual({ end: "down_right" });
  });

  it("beside the cloth goes back to the rack", () => {
    expect(dropIn(LAID, CLOTH, 400, 480)).toBeNull();
    expect(dropIn(LAID, CLOTH, 90, 250)).toBeNull();
  });
});
