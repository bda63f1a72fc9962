import { useState } from "react";
import type { ResultView, TableView } from "kafeneio-client";
import { family, familyOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameSay } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import type { OpenTable, ResultSeats } from "../../state/openTable";
import { NewBadges } from "../badges/NewBadges";
import { RecordLinks } from "../records/RecordLinks";
import { Choices } from "./Choices";
import { Fairness } from "./Fairness";
import { Ledger } from "./Ledger";
import styles from "./ResultPanel.module.css";
import { useEnding, useOwnSeat } from "./useEnding";
import { useHeadline } from "./useHeadline";

interface Props {
  open: OpenTable;
  view: TableView;
  result: ResultView;
  /** Who sat where in the match that has ended. */
  then: ResultSeats;
}

/** The end of a match: how, what it meant, that chance was fair, and what comes next. */
export function ResultPanel({ open, view, result, then }: Props) {
  const { t } = useTranslation(["app", "play"]);
  const [folded, setFolded] = useState(false);
  const headline = useHeadline(view, then);
  const why = useEnding(view);
  const decided = useDecided(view, then);
  const own = useOwnSeat(view);
  return (
    <section
      className={styles.panel}
      aria-label={headline}
      data-folded={folded}
      tabIndex={-1}
      data-result-of-match
      data-sheet={folded ? undefined : true}
    >
      <header className={styles.head}>
        <h2>{headline}</h2>
        <Button kind="plain" className={styles.fold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {t(folded ? "result.show" : "result.toTable")}
        </Button>
      </header>
      {!folded && (
        <div className={styles.body}>
          {why.length > 0 ? <p data-ending>{why.join(" ")}</p> : decided && <p>{decided}</p>}
          {result.seats.some((seat) => seat.label === "half_win") && <p>{t("play:tie.why")}</p>}
          {view.practice ? (
            <p className={styles.quiet}>{t("result.practice")}</p>
          ) : (
            <Ledger view={view} result={result} then={then} staked={view.stake_chips > 0} />
          )}
          {own !== null && !view.practice && <NewBadges match={result.match} settled={isRated(result, own)} />}
          <Fairness result={result} then={then} />
        </div>
      )}
      {!folded && own !== null && result.recorded && (
        <div className={styles.links}>
          <RecordLinks match={result.match} game={view.game} />
        </div>
      )}
      <Choices open={open} view={view} />
    </section>
  );
}

/** Whether ranking has answered about the match. */
function isRated(result: ResultView, seat: number): boolean {
  return result.unrated !== "" || (result.seats[seat]?.label ?? null) !== null;
}

/** How the game says that its match was decided; empty: its board shows it. */
function useDecided(view: TableView, { seats }: ResultSeats): string {
  const say = useGameSay(familyOf(view.game) ?? view.game);
  if (view.game_view === null) return "";
  return family(view.game)?.why?.(view.game_view as never, seats, say) ?? "";
}
