import { cardName } from "../../cards/names";
import type { Say, EventText } from "../api";
import { playWords } from "./comboWords";
import { nameOf, namesOf, type Sitting, teamName } from "./names";
import { rankOf, rankWords } from "./ranks";
import { SEATS, type Shown, teamsFor, type View } from "./view";

type Data = Record<string, unknown>;

interface GameEvent {
  data: Data;
  view: View;
  seats: readonly Sitting[];
  say: Say;
  who: (seat: unknown) => string;
}

/** A deal, calls, the exchange, a play with what it does, a trick and whose it is, a hand's end; who has left. */
export const eventText: EventText<View> = ({ kind, data }, view, seats, say) => {
  if (data === null || kind === null) return null;
  const who = (seat: unknown) => nameOf(seats, Number(seat));
  const words = WORDS[kind]?.({ data, view, seats, say, who }) ?? null;
  return data["hand"] ? [words, handWords(data["hand"] as Data, view, seats, say)].join(" ") : words;
};

const WORDS: Readonly<Record<string, (event: GameEvent) => string | null>> = {
  deal: ({ data, say }) => say("told.deal", { number: data["hand_number"] }),
  grand: grandWords,
  exchanged: exchangedWords,
  call: ({ data, say, who }) => say("told.tichu", { name: who(data["seat"]) }),
  play: playedWords,
  pass: passedWords,
  trick: (event) => trickWords(event.data, event),
  dragon: ({ data, say, who }) => say("told.dragon", { name: who(data["seat"]), to: who(data["to"]) }),
  left: ({ data, say, who }) => say("told.left", { name: who(data["seat"]) }),
};

/** The sealed decisions, opened. */
function grandWords({ data, seats, say }: GameEvent): string {
  const calls = data["calls"] as View["calls"];
  const callers = SEATS.filter((seat) => calls[seat] === "grand");
  return callers.length === 0 ? say("told.noGrand") : say("told.grand", { names: namesOf(seats, callers) });
}

/** What the viewer has got, and who leads. */
function exchangedWords({ data, view, say, who }: GameEvent): string {
  const got = view.seat === null ? undefined : view.received[view.seat];
  const cards = got && [got.prev, got.partner, got.next].map((card) => cardName(card, say, "tichu")).join(", ");
  const words = cards ? say("told.received", { cards }) : say("told.exchanged");
  return `${words} ${say("told.leads", { name: who(data["turn"]) })}`;
}

function playedWords(event: GameEvent): string {
  const { data, say, who } = event;
  const name = who(data["seat"]);
  const words = [say("told.play", { name, play: playWords(shownOf(data), say) })];
  if (data["wish"]) words.push(say("told.wish", { rank: rankWords(rankOf(`${String(data["wish"])}j`)) }));
  if (data["wish_done"]) words.push(say("told.wishDone"));
  if (data["type"] === "dog" && typeof data["turn"] === "number") {
    words.push(say("told.leads", { name: who(data["turn"]) }));
  }
  if (typeof data["place"] === "number") words.push(say("told.out", { name, place: data["place"] }));
  return words.join(" ");
}

function shownOf(data: Data): Shown {
  const { seat, cards, type, rank, phx_as } = data as unknown as Shown;
  return { seat, cards, type, rank, phx_as, length: cards.length };
}

function passedWords(event: GameEvent): string {
  const { data, say, who } = event;
  const words = [say("told.pass", { name: who(data["seat"]) })];
  if (data["window"]) words.push(say("told.window"));
  if (data["trick"]) words.push(trickWords(data["trick"] as Data, event));
  return words.join(" ");
}

function trickWords(data: Data, { say, who }: GameEvent): string {
  return say(data["dragon"] ? "told.trickDragon" : "told.trick", { name: who(data["owner"]) });
}

function handWords(hand: Data, view: View, seats: readonly Sitting[], say: Say): string {
  const points = hand["points"] as [number, number];
  const [one, other] = teamsFor(view.seat);
  const team = (each: number) => teamName(view, seats, each, say);
  return say("told.hand", { one: team(one), onePoints: points[one], other: team(other), otherPoints: points[other] });
}
