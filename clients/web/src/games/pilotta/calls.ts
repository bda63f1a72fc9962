import { nameOfSuit } from "../../cards/names";
import type { Say } from "../api";
import type { Said, View } from "./view";

export type Value = number | "capot";

export type Call =
  | { kind: "pass" | "contra" | "recontra" | "take" | "take_seven" }
  | { kind: "bid"; value: Value; suit: string }
  | { kind: "choose"; suit: string };

const WORDS = ["pass", "contra", "recontra", "take", "take_seven"] as const;

/** A call as the rules write it: `90h`, `capoth`, `h`, `pass` … */
export function readCall(text: string): Call {
  const word = WORDS.find((each) => each === text);
  if (word) return { kind: word };
  const suit = text.slice(-1);
  const value = text.slice(0, -1);
  if (value === "") return { kind: "choose", suit };
  return { kind: "bid", value: value === "capot" ? "capot" : Number(value), suit };
}

/** A value in words: `Capot`, or its number. */
export function valueWords(value: Value, say: Say): string {
  return value === "capot" ? say("capot") : String(value);
}

/** A call for ears. */
export function callWords(call: Call, say: Say): string {
  if (call.kind === "bid") return bidWords(call.value, call.suit, say);
  if (call.kind === "choose") return nameOfSuit(call.suit, say);
  return say(`calls.${call.kind}`);
}

export function bidWords(value: Value, suit: string, say: Say): string {
  return say("bidWords", { value: valueWords(value, say), suit: nameOfSuit(suit, say) });
}

/** What each seat said last in the phase that is on the table: the running one, or the one before the first card. */
export function spoken(view: Pick<View, "bidding" | "phase" | "trick" | "tricks_won">): Map<number, Call> {
  const began = view.trick.length > 0 || view.tricks_won[0] + view.tricks_won[1] > 0;
  const last = view.bidding.at(-1)?.phase;
  const running = view.bidding.some(({ phase }) => phase === view.phase);
  if (began || last === undefined || view.phase === "scoring" || view.phase === "match_over") return new Map();
  return inPhase(view.bidding, running ? view.phase : last);
}

function inPhase(bidding: readonly Said[], phase: Said["phase"]): Map<number, Call> {
  return new Map(bidding.filter((said) => said.phase === phase).map(({ seat, call }) => [seat, readCall(call)]));
}
