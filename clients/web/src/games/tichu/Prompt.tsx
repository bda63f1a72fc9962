import type { GameProps, Say } from "../api";
import { type Choice, isInTurn } from "./choice";
import { isBomb } from "./combos";
import { comboWords } from "./comboWords";
import { nameOf, namesOf } from "./names";
import { rankOf, rankWords } from "./ranks";
import { type Move, SEATS, topOf, type View } from "./view";

interface Props extends GameProps<View, Move> {
  chosen: readonly string[];
  choice: Choice | null;
  say: Say;
}

/** One line above the hand: what the lifted cards are, what is to be done, or who is waited for. */
export function Prompt(props: Props) {
  return <p aria-live="polite">{props.choice ? chosenWords(props, props.choice) : words(props)}</p>;
}

/** What is lifted, and why it cannot be played. */
function chosenWords({ view, chosen, say }: Props, { readings, refusal }: Choice): string {
  const [best, other] = readings;
  if (!best) return say("errors.not_a_combination");
  const name = other
    ? say("combo.either", { one: comboWords(best, chosen, say), other: comboWords(other, chosen, say) })
    : comboWords(best, chosen, say);
  const concerned = refusal !== null && (isInTurn(view) || isBomb(best));
  return concerned ? say("combo.refused", { combo: name, reason: say(`errors.${refusal}`) }) : name;
}

function words(props: Props): string {
  const { view, seats, pending, say } = props;
  if (view.phase === "match_over") return "";
  if (pending !== null) return say("prompt.sending");
  if (view.counts.length === 0) return say("prompt.deal");
  if (view.phase === "grand" || view.phase === "exchange") return sealed(props);
  if (view.phase === "window") return say("prompt.window");
  const name = nameOf(seats, view.turn ?? 0);
  if (view.phase === "dragon") return view.turn === view.seat ? say("prompt.dragon") : say("prompt.gives", { name });
  if (!isInTurn(view)) return say("prompt.plays", { name });
  return ownTurn(view, say);
}

/** In the sealed phases: one's own decision, or who has not decided yet. */
function sealed({ view, seats, you, say }: Props): string {
  if (you !== null && !view.answered[you]) return say(`prompt.${view.phase}`);
  const missing = SEATS.filter((seat) => !view.answered[seat]);
  return say("prompt.waits", { names: namesOf(seats, missing) });
}

function ownTurn(view: View, say: Say): string {
  if (view.duty && view.wish !== null) return say("prompt.duty", { rank: rankWords(rankOf(`${view.wish}j`)) });
  if (topOf(view) === null) return say("prompt.lead");
  return say(view.can_play ? "prompt.follow" : "prompt.onlyPass");
}
