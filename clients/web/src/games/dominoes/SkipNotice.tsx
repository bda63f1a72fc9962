import type { SeatView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import type { Say } from "../api";
import styles from "./Board.module.css";
import type { View } from "./laying";
import { nameOf } from "../../parts/sitting";

interface Props {
  view: View;
  seats: readonly SeatView[];
  you: number | null;
  say: Say;
}

/** Who was skipped since the last tile, and why. Screen readers get it with the tile, so this is not for them. */
export function SkipNotice({ view, seats, you, say }: Props) {
  const { list } = useFormats();
  const { passed, ends } = view;
  if (passed.length === 0 || !ends) return null;
  const names = list(passed.map((seat) => (seat === you ? say("youSkipped") : nameOf(seats, seat))));
  const values = ends[0] === ends[1] ? `${ends[0]}` : say("orValues", { one: ends[0], other: ends[1] });
  return <p className={styles.notice}>{say("skipped", { names, values })}</p>;
}
