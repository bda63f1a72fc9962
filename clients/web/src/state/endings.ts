/**
 * How a match has ended or goes on without somebody, as sentences for the one who reads them
 * (services/tables/RULES.md §10). Facts come from the server; here is only which sentence says them to whom.
 */

export interface Departure {
  seat: number;
  name: string;
  reason: string;
  first_round_done: boolean;
  replaced: boolean;
}

export interface Ending {
  /** Null: the match goes on. */
  result: { outcome: string; reason: string } | null;
  departures: readonly Departure[];
  /** The reader's own seat, kept or left; null: no seat. */
  you: number | null;
  isPartner: (seat: number) => boolean;
  /** What the computer player is called that has a seat now. */
  computer: (seat: number) => string;
  corrected?: boolean;
}

type Cause = "left" | "time" | "away" | "abandoned" | "cards";
type Reader = "you" | "partner" | "other";
type Result =
  | "annulled"
  | "technical"
  | "notBegun"
  | "computersWon"
  | "nobodyStayed"
  | "voidFirst"
  | "unfinishedFirst"
  | "unfinished"
  | "overtimeSlow"
  | "overtimeAhead"
  | "corrected";

export type Sentence =
  | { key: `cause.${Cause}.${Reader}`; name: string }
  | { key: `replaced.${"you" | "other"}`; name: string; computer: string }
  | { key: `then.${Result}` };

const CAUSES: Readonly<Record<string, Cause>> = {
  left: "left",
  timeouts: "time",
  not_returned: "away",
  abandoned: "abandoned",
  suspended: "cards",
};

export function causeOf(reason: string): Cause {
  return CAUSES[reason] ?? "left";
}

/** Everything there is to say beside who has won, in order. */
export function sentencesOf(ending: Ending): Sentence[] {
  const left = once(ending.departures);
  const said: Sentence[] = left.flatMap((departure) => aboutLeaver(ending, departure));
  const result = resultOf(ending);
  if (result) said.push({ key: `then.${result}` });
  if (ending.corrected) said.push({ key: "then.corrected" });
  return said;
}

/** The seat that somebody had in this match, whether they still have it or not; null: none. */
export function ownSeat(
  you: number | null,
  departures: readonly { seat: number; account: string | null }[],
  account: string | null,
): number | null {
  if (you !== null || account === null) return you;
  return departures.find((departure) => departure.account === account)?.seat ?? null;
}

function aboutLeaver(ending: Ending, { seat, name, reason, replaced }: Departure): Sentence[] {
  const { you, isPartner, result } = ending;
  const reader: Reader = seat === you ? "you" : you !== null && isPartner(seat) ? "partner" : "other";
  const cause: Sentence = { key: `cause.${causeOf(reason)}.${reader}`, name };
  if (!replaced || result?.outcome === "void") return [cause];
  return [cause, { key: `replaced.${reader === "you" ? "you" : "other"}`, name, computer: ending.computer(seat) }];
}

/** What comes of it, where neither the headline nor the ledger has it. */
function resultOf({ result, departures }: Ending): Result | null {
  if (result === null) return null;
  const { outcome, reason } = result;
  if (reason === "overtime_slow") return "overtimeSlow";
  if (reason === "overtime_ahead") return "overtimeAhead";
  if (outcome === "void") return voidOf(reason, departures);
  if (outcome !== "not_completed") return null;
  return departures.every((departure) => departure.first_round_done) ? "unfinished" : "unfinishedFirst";
}

function voidOf(reason: string, departures: readonly Departure[]): Result {
  if (reason === "annulled") return "annulled";
  if (reason === "replaced") return "computersWon";
  if (reason === "not_answered" || reason === "stake_refused") return "notBegun";
  if (departures.length === 0) return "technical";
  return departures.some((departure) => departure.replaced) ? "nobodyStayed" : "voidFirst";
}

/** Who has left twice has left once. */
function once(departures: readonly Departure[]): Departure[] {
  return departures.filter(({ seat }, at) => departures.findIndex((each) => each.seat === seat) === at);
}
