import type { Melding } from "./useMelding";

/** What is done with one's cards by press and drag. */
export type Pressed = Pick<Melding, "chosen" | "toggle" | "clear" | "meld" | "layOff" | "discard">;

/** What becomes of a card that is let go over the table: on a meld, on the pile, or before one's melds. */
export function dropped(turn: Pressed, id: string, x: number, y: number): void {
  const under = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-drop]"));
  const [what, number] = under.find(Boolean)?.dataset["drop"]?.split(":") ?? [];
  if (what === "meld") turn.layOff(Number(number), id);
  else if (what === "pile") turn.discard(id);
  else if (turn.chosen.includes(id) && turn.chosen.length > 2) turn.meld();
  else if (!turn.chosen.includes(id)) turn.toggle(id);
}
