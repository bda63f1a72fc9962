import { useState } from "react";
import { CardFace } from "../../cards/CardFace";
import { useCardName } from "../../cards/useCardName";
import type { View } from "../../generated/games/baccarat";
import { useFormats } from "../../i18n/useFormats";
import { Button } from "../../parts/Button";
import type { HouseBankedTable, Say } from "../api";
import { OddsDialog } from "./OddsDialog";
import { ShoeDialog } from "./ShoeDialog";
import styles from "./ShoeBar.module.css";
import { ThirdCardDialog } from "./ThirdCardDialog";

interface Props {
  view: View;
  house: HouseBankedTable | null;
  you: number | null;
  say: Say;
}

/** How far the shoe is, with its cut card; beside it what one may want to look up. */
export function ShoeBar({ view, house, you, say }: Props) {
  const [shown, setShown] = useState<"shoe" | "odds" | "third" | null>(null);
  const close = () => setShown(null);
  return (
    <section className={styles.bar} aria-label={say("shoe.title")}>
      <Progress view={view} say={say} />
      <div className={styles.more}>
        <Button onClick={() => setShown("third")}>{say("third.open")}</Button>
        <Button onClick={() => setShown("odds")}>{say("odds.open")}</Button>
        <Button onClick={() => setShown("shoe")}>{say("shoe.open")}</Button>
      </div>
      {shown === "third" && <ThirdCardDialog onClose={close} say={say} />}
      {shown === "odds" && <OddsDialog view={view} onClose={close} say={say} />}
      {shown === "shoe" && <ShoeDialog house={house} you={you} onClose={close} say={say} />}
    </section>
  );
}

function Progress({ view, say }: { view: View; say: Say }) {
  const { number } = useFormats();
  const named = useCardName();
  const { shoe, remaining } = view;
  if (!shoe) return <p className={styles.words}>{say("shoe.none")}</p>;
  const gone = (shoe.cards - remaining) / shoe.cards;
  const cut = (shoe.cards - shoe.cut) / shoe.cards;
  return (
    <div className={styles.progress}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className={styles.track}>
        <rect width="100" height="6" className={styles.left} />
        <rect width={100 * gone} height="6" className={styles.gone} />
        <rect x={100 * cut} width="0.8" height="6" className={styles.cut} />
      </svg>
      <p className={`${styles.words} num`}>
        <span>{say("shoe.left", { number: shoe.number, left: number(remaining), cards: number(shoe.cards) })}</span>
        <span className={styles.first}>
          <span className={styles.card}>
            <CardFace code={shoe.first_card} />
          </span>
          {say("shoe.first", { card: named(shoe.first_card), count: shoe.burnt })}
        </span>
        {view.last_round && <strong>{say("shoe.lastRound")}</strong>}
      </p>
    </div>
  );
}
