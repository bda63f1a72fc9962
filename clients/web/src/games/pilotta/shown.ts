import { laidFrom, type Taken } from "../../cards/trick";
import { seatsOf, type View } from "./view";

type SeenTrick = NonNullable<View["last_trick"]>;

/** A finished trick as the card parts know it. */
export function takenOf(view: Pick<View, "variant">, trick: SeenTrick): Taken {
  return { laid: laidFrom(trick.lead, trick.cards, seatsOf(view)), winner: trick.winner };
}

/** How many tricks of this hand are over. */
export function finished({ tricks_won }: Pick<View, "tricks_won">): number {
  return tricks_won[0] + tricks_won[1];
}

/** Whether this seat's king or queen of trumps lies on the table, so that its word is still in the air. */
export function beloteIsSaid(view: View): boolean {
  const { belote, contract, trick, lead, last_trick } = view;
  if (!belote || !contract) return false;
  const running = trick.length > 0 || last_trick === null;
  const cards = running ? trick : last_trick.cards;
  const from = (running ? lead : last_trick?.lead) ?? 0;
  const card = cards[(belote.seat - from + seatsOf(view)) % seatsOf(view)];
  return card === `K${contract.trump}` || card === `Q${contract.trump}`;
}
