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
  const { number, list } = useFormats();
  const own = laying.stakes[box] ?? 0;
  const others = Object.entries(view.stakes).filter(([seat, stakes]) => Number(seat) !== you && stakes[box]);
  const pays = paysWords(view, box, say);
  const name = say(`boxes.${box}`);
  const back = you === null ? undefined : view.credited[String(you)]?.[box];
  const said = [
    `${name}, ${pays}`,
    own > 0 ? say("yourStake", { chips: number(own) }) : null,
    others.length > 0
      ? say("otherStakes", {
          list: list(
            others.map(([seat, stakes]) =>
              say("stakeOf", { number: Number(seat) + 1, chips: number(stakes[box] ?? 0) }),
            ),
          ),
        })
      : null,
    back === undefined ? null : say("returned", { chips: number(back) }),
  ];
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
      <span className="sr">{said.filter(Boolean).join(". ")}</span>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <span className={`${styles.pays} num`} aria-hidden="true">
        {pays}
      </span>
      <span className={styles.own} aria-hidden="true">
        {own > 0 && <Stack chips={own} text={number(own)} />}
      </span>
      <span className={`${styles.others} num`} aria-hidden="true">
        {others.map(([seat, stakes]) => (
          <span key={seat} className={styles.other}>
            <b>{Number(seat) + 1}</b> {number(stakes[box] ?? 0)}
          </span>
        ))}
      </span>
      {back !== undefined && (
        <span className={`${styles.back} num`} aria-hidden="true">
          {back > 0 ? `+${number(back)}` : "✗"}
        </span>
      )}
    </button>
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
