import type { PastCompetition } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Look } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { useCompetitionName } from "./useCompetitionName";

/** Competitions that are over, the last one first, with their winners. */
export function PastPart({ past }: { past: readonly PastCompetition[] }) {
  const { t } = useTranslation("competitions");
  if (past.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("list.groups.past")}>
      <h2>{t("list.groups.past")}</h2>
      <ul className={styles.cards}>
        {past.map((one) => (
          <Past key={one.competition.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Past({ one: { competition: line, winners } }: { one: PastCompetition }) {
  const { t } = useTranslation("competitions");
  const words = useGameWords();
  const when = useWhen();
  const name = useCompetitionName()(line);
  return (
    <li className={styles.card}>
      <h3>
        <a href={addressOf({ at: "competition", competition: line.id })}>{name}</a>
      </h3>
      <p className={styles.quiet}>
        {words.name(line.game)} · {when(line.starts_at_ms)}
      </p>
      {winners.length > 0 && (
        <ol className={styles.winners} aria-label={t("winners", { name })}>
          {winners.map((winner) => (
            <li key={winner.account} data-place={winner.place}>
              <span className={styles.face}>
                <Look name={winner.name} photo={winner.photo ?? null} avatar={winner.avatar ?? null} />
              </span>
              <span className="num">{winner.place}.</span>
              <PlayerName account={winner.account} name={winner.name} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
