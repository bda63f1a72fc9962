import { describe, expect, it } from "vitest";
import type { SeatView } from "kafeneio-client";
import { eventText } from "./eventText";
import type { View } from "./view";

const say = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(":");
const view = { seats: 6, seat: 0, turn: 4, active: [0, 1, 2, 3, 4, 5] } as unknown as View;
const seats = ["Ana", "Ben", "Cleo", "Dan", "Eva"].map((name) => ({ name, bot: false })) as unknown as SeatView[];
seats.push({ name: "", bot: true } as SeatView);

const text = (kind: string, data: Record<string, unknown>) => eventText({ version: 1, kind, data }, view, seats, say);

describe("events in words", () => {
  it("names the player that begins and what was turned up", () => {
    expect(text("deal", { dealer: 1, discard_top: "Kd", turned: null })).toContain("told.deal:Cleo told.discardTop");
    expect(text("deal", { dealer: 1, turned: "6d", indicator: true })).toContain("told.turned");
    const without = { ...view, active: [0, 1, 3, 4] };
    expect(eventText({ version: 1, kind: "deal", data: { dealer: 1 } }, without, seats, say)).toContain("deal:Dan");
    expect(eventText({ version: 1, kind: "deal", data: { dealer: 4 } }, without, seats, say)).toContain("deal:Ana");
    expect(text("put_back", { turned: "X", indicator: false })).toContain("told.putBack");
  });

  it("names a card that was taken from the pile, and one's own from the stock alone", () => {
    expect(text("draw", { seat: 5, from: "stock", card: null })).toBe("cards:melds.told.draw:");
    expect(text("draw", { seat: 0, from: "stock", card: "Kd" })).toContain("told.drawCard:Ana");
    expect(text("draw", { seat: 1, from: "discard", card: "Kd" })).toContain("told.take:Ben");
  });

  it("says how a hand ended, what it cost, and which players are out of the match", () => {
    const hand = { out_seat: 1, seats: [0, 1, 4], counts: [12, 0, 0, 0, 40], eliminated: [4] };
    const words = text("discard", { seat: 1, card: "4c", hand });
    expect(words).toContain("hand.out:Ben. told.points:told.point:Ana:12, told.point:Eva:40");
    expect(words).toContain("told.eliminated:Eva");
    expect(text("left", { seat: 3 })).toBe("cards:melds.told.left:Dan");
    expect(eventText({ version: 1, kind: "draw", data: null }, view, seats, say)).toBeNull();
  });
});
