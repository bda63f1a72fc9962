import { useState } from "react";
import { CardBack } from "../../cards/CardBack";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { nameOf, shortName, type Words } from "./names";
import { Scores } from "./Scores";
import styles from "./Standing.module.css";
import { isActive, seatsFor } from "./view";

/** How it stands, always in sight: each player's points and how many cards they hold; every hand so far behind a button. */
export function Standing(words: Words) {
  const { view, say } = words;
  const [open, setOpen] = useState(false);
  const title = say("cards:melds.score.title");
  return (
    <div className={styles.strip}>
      <ul className={styles.players} data-seats={view.seats} aria-label={say("standing.title")}>
        {seatsFor(view).map((seat) => (
          <Player key={seat} seat={seat} {...words} />
        ))}
      </ul>
      <Button kind="plain" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.words}>
          <span className={`${styles.target} num`}>
            {say("cards:melds.score.target", { target: view.target_score })}
          </span>
          <span>{title}</span>
        </span>
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Scores {...words} />
        </Dialog>
      )}
    </div>
  );
}

function Player({ seat, view, seats, say }: Words & { seat: number }) {
  const { t } = useTranslation("cards");
  const isOut = !isActive(view, seat);
  const points = view.totals[seat] ?? 0;
  const count = view.hand_counts[seat] ?? 0;
  const sentences = [say("standing.player", { name: nameOf(seats, seat), points, target: view.target_score })];
  sentences.push(isOut ? say("standing.outLong") : t("count", { count }));
  if (view.dealer === seat) sentences.push(say("standing.dealer"));
  return (
    <li
      className={styles.player}
      data-player={seat}
      data-turn={view.turn === seat || undefined}
      data-out={isOut || undefined}
      title={sentences.join(", ")}
    >
      <span className="sr">{sentences.join(", ")}</span>
      <span className={styles.initial} aria-hidden="true">
        {[...shortName(view, seats, seat, say)][0]}
      </span>
      <span className={`${styles.name} name`} aria-hidden="true">
        {shortName(view, seats, seat, say)}
      </span>
      <span className={styles.numbers} aria-hidden="true">
        <strong className="num">{points}</strong>
        {isOut ? <span>{say("standing.out")}</span> : <Held count={count} />}
      </span>
    </li>
  );
}

/** How many cards somebody holds. */
function Held({ count }: { count: number }) {
  return (
    <span className={`${styles.held} num`}>
      <CardBack />
      {count}
    </span>
  );
}
