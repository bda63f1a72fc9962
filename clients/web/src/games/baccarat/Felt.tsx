import type { KeyboardEvent } from "react";
import type { View } from "../../generated/games/baccarat";
import { useFormats } from "../../i18n/useFormats";
import type { Say } from "../api";
import type { Box } from "./bets";
import styles from "./Felt.module.css";
import { payTable, wonBy } from "./payouts";
import type { Laying } from "./useStakes";

interface Props {
  view: View;
  you: number | null;
  laying: Laying;
  chip: number;
  say: Say;
}

/** The boxes: a press lays a chip, Delete takes it back. Everybody's stakes lie in them. */
export function Felt({ view, you, laying, chip, say }: Props) {
  return (
    <section className={styles.felt} aria-label={say("felt")} data-boxes={view.boxes.length}>
      {view.boxes.map((box) => (
        <BoxButton key={box} box={box} view={view} you={you} laying={laying} chip={chip} say={say} />
      ))}
    </section>
  );
}

function BoxButton({ box, view, you, laying, chip, say }: Props & { box: Box }) {
  const { number } = useFormats();
  const lying = lyingIn(box, view, you, laying);
  const pays = paysWords(view, box, say);
  const said = useBoxWords(box, lying, pays, say);
  const { own, others, back } = lying;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    if (own > 0) laying.take(box);
  };
  return (
    <button
      type="button"
      className={styles.box}
      data-box={box}
      data-outcome={outcomeOf(view, box)}
      data-unsure={laying.unsure && own > 0}
      aria-disabled={!laying.open}
      onClick={() => laying.add(box, chip)}
      onKeyDown={onKeyDown}
    >
      <span className="sr">{said}</span>
      <span className={styles.name} aria-hidden="true">
        {say(`boxes.${box}`)}
      </span>
      <span className={`${styles.pays} num`} aria-hidden="true">
        {pays}
      </span>
      <span className={styles.own} aria-hidden="true">
        {own > 0 && <Stack chips={own} text={number(own)} />}
      </span>
      <Others others={others} />
      {back !== undefined && (
        <span className={`${styles.back} num`} aria-hidden="true">
          {back > 0 ? `+${number(back)}` : "✗"}
        </span>
      )}
    </button>
  );
}

/** What lies in a box: one's own chips, the others' by seat, and what came back. */
interface Lying {
  own: number;
  others: [seat: number, chips: number][];
  back: number | undefined;
}

function lyingIn(box: Box, view: View, you: number | null, laying: Laying): Lying {
  const others = Object.entries(view.stakes)
    .map(([seat, stakes]) => [Number(seat), stakes[box] ?? 0] as [number, number])
    .filter(([seat, chips]) => seat !== you && chips > 0);
  const back = you === null ? undefined : view.credited[String(you)]?.[box];
  return { own: laying.stakes[box] ?? 0, others, back };
}

/** The box for ears: what it is, what it pays, what lies there. */
function useBoxWords(box: Box, { own, others, back }: Lying, pays: string, say: Say): string {
  const { number, list } = useFormats();
  const theirs = others.map(([seat, chips]) => say("stakeOf", { number: seat + 1, chips: number(chips) }));
  const said = [`${say(`boxes.${box}`)}, ${pays}`];
  if (own > 0) said.push(say("yourStake", { chips: number(own) }));
  if (theirs.length > 0) said.push(say("otherStakes", { list: list(theirs) }));
  if (back !== undefined) said.push(say("returned", { chips: number(back) }));
  return said.join(". ");
}

function Others({ others }: Pick<Lying, "others">) {
  const { number } = useFormats();
  return (
    <span className={`${styles.others} num`} aria-hidden="true">
      {others.map(([seat, chips]) => (
        <span key={seat} className={styles.other}>
          <b>{seat + 1}</b> {number(chips)}
        </span>
      ))}
    </span>
  );
}

/** One's own chips in a box, with their sum. */
function Stack({ chips, text }: { chips: number; text: string }) {
  const top = chips >= 1000 ? 1000 : chips >= 500 ? 500 : chips >= 100 ? 100 : 20;
  return (
    <span className={`${styles.stack} num`} data-chip={top}>
      {text}
    </span>
  );
}

/** `1 : 1`, or of several cases each. */
function paysWords(view: View, box: Box, say: Say): string {
  const lines = payTable(view.variant).filter((line) => line.box === box);
  return lines
    .map(({ case: when, odds }) =>
      when === "wins" ? odds.join(" : ") : say(`pays.${when}`, { odds: odds.join(" : ") }),
    )
    .join(" · ");
}

/** How a box has fared in the round that lies on the table. */
function outcomeOf({ result, variant }: View, box: Box): "won" | "push" | "lost" | undefined {
  if (!result) return undefined;
  const line = wonBy(variant, box, result);
  return line === null ? "lost" : line === "push" ? "push" : "won";
}
