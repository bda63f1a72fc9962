import type { SeatView } from "kafeneio-client";
import type { Say, EventText } from "../api";
import type { Step, View } from "./board";
import { nameOfSeat } from "./labels";

interface Ended {
  winner: number | null;
  points: number;
  how: string;
}

/** What is said of an event's data, by its kind. */
type Sentence = (data: Readonly<Record<string, unknown>>, name: (seat: unknown) => string, say: Say) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  opening: ({ dice, starter }, name, say) => {
    const [one, other] = dice as number[];
    if (starter === null) return say("told.openingTied", { one, other });
    return say("told.opening", { one, other, name: name(starter) });
  },
  roll: ({ seat, dice, max_dice }, name, say) => {
    const rolled = say("told.roll", { name: name(seat), dice: (dice as number[]).join(" – ") });
    return max_dice === 0 ? `${rolled} ${say("told.noStep")}` : rolled;
  },
  play: ({ seat, steps, hits, ended }, name, say) => {
    const said = [say("told.play", { name: name(seat), steps: stepsWritten(steps as Step[], say) })];
    if (hits) said.push(say("told.hits", { count: hits }));
    return [...said, ...endOf(ended, name, say)].join(" ");
  },
  pass: ({ seat, ended }, name, say) => [say("told.pass", { name: name(seat) }), ...endOf(ended, name, say)].join(" "),
  game: ({ number, variant }, _name, say) => say("told.game", { number, variant: say(`variant.${String(variant)}`) }),
  resign: ({ seat, ended }, name, say) =>
    [say("told.resign", { name: name(seat) }), ...endOf(ended, name, say).filter((_, at) => at !== 1)].join(" "),
  left: ({ seat }, name, say) => say("told.left", { name: name(seat) }),
};

/** Rolls, turns, passes, and how games end. */
export const eventText: EventText<View> = ({ kind, data }, _view, seats, say) => {
  if (data === null) return null;
  return SENTENCES[kind ?? ""]?.(data, (seat) => nameOfSeat(seats, Number(seat)), say) ?? null;
};

/** How the last game, and with it the match, was decided: who won how many points, and how. */
export function why({ games }: Pick<View, "games">, seats: readonly SeatView[], say: Say): string | null {
  const last = games.at(-1);
  return last ? endOf(last, (seat) => nameOfSeat(seats, Number(seat)), say).join(" ") : null;
}

/** The steps of a turn as players write them: `24/18, 13/11`. */
export const stepsWritten = (steps: readonly Step[], say: Say) => steps.map(written(say)).join(", ");

/** A step as players write it: `24/18`, the bar and off by their names. */
function written(say: Say): (step: Step) => string {
  return ([from, to]) => `${from === "bar" ? say("step.bar") : from}/${to === "off" ? say("step.off") : to}`;
}

/** Who won, how, and why it counts double; the players are named, since the reader may be any of them. */
function endOf(ended: unknown, name: (seat: unknown) => string, say: Say): string[] {
  if (!ended) return [];
  const { winner, points } = ended as Ended;
  const won = winner === null ? say("ended.tie") : say("ended.won", { name: name(winner), count: points });
  return [`${won}.`, ...howOf(ended as Ended, name, say)];
}

/** How a game came to its end, and why it gave two points where the loser had borne off none. */
export function howOf({ winner, points, how }: Ended, name: (seat: unknown) => string, say: Say): string[] {
  if (winner === null) return [say(`ended.how.${how}`)];
  const loser = { name: name(1 - winner) };
  const isDouble = points === 2 && (how === "bear_off" || how === "resign");
  return [say(`ended.how.${how}`, loser), ...(isDouble ? [say("ended.double", loser)] : [])];
}
