import { expect, test } from "vitest";
import { ruleOf } from "./recurrence";

test("days that are chosen make the rule that the platform takes", () => {
  expect(ruleOf({ days: ["FR", "SA"], rhythm: "week", until: "" })).toBe("FREQ=WEEKLY;BYDAY=FR,SA");
  expect(ruleOf({ days: ["MO"], rhythm: "second", until: "2027-12-31" })).toBe(
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20271231",
  );
  expect(ruleOf({ days: ["FR", "SU"], rhythm: "1", until: "" })).toBe("FREQ=MONTHLY;BYDAY=1FR,1SU");
  expect(ruleOf({ days: ["SU"], rhythm: "-1", until: "" })).toBe("FREQ=MONTHLY;BYDAY=-1SU");
});
