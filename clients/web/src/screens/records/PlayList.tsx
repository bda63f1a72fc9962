import { useEffect, useRef } from "react";
import type { Position, SeatView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./PlayList.module.css";
import { useEventText } from "./useEventText";

interface Props {
  game: string;
  seats: readonly SeatView[];
  positions: readonly Position[];
  current: number;
  onGo: (position: number) => void;
}

/** Connections come and go without a play: a page that was loaded again is no move. */
function isPlay({ kind }: Position): boolean {
  return kind !== "lost" && kind !== "returned" && kind !== "resumed";
}

/** Everything that happened in a hand, in words; each line leads to its position. */
export function PlayList({ game, seats, positions, current, onGo }: Props) {
  const { t } = useTranslation("records");
  const eventText = useEventText(game, seats);
  const list = useRef<HTMLOListElement>(null);
  const isHere = current < positions.length;
  useEffect(() => {
    const line = isHere ? list.current?.querySelector<HTMLElement>(`[data-position="${current}"]`) : null;
    if (line && list.current) list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [current, isHere]);
  const shown = positions[current];
  return (
    <>
      <p role="status" className={styles.now}>
        {shown && eventText(shown, shown.view)}
      </p>
      <ol ref={list} className={styles.list} aria-label={t("replay.plays")}>
        {positions.filter(isPlay).map((each) => (
          <li key={each.position} data-position={each.position}>
            <button
              type="button"
              aria-current={each.position === current ? "step" : undefined}
              onClick={() => onGo(each.position)}
            >
              <span className="num">{each.position}</span>
              <span>{eventText(each, each.view)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
