import { useState } from "react";
import { family, GAMES } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { idsInOrder } from "../../state/games";
import { GuestConsent, useGuest } from "../guest/GuestStart";
import { RulesDialog } from "../rules/RulesDialog";
import styles from "./LookAround.module.css";

/** Every game: played against the computer at one press, as a guest, and its rules. House-banked games, which guests do
 * not play, have their rules alone. */
export function LookAround() {
  const { t } = useTranslation(["app", "guest"]);
  const words = useGameWords();
  const { refusal, busy, play } = useGuest();
  const [game, setGame] = useState<string | null>(null);
  return (
    <section className={styles.look}>
      <h2>{t("guest:start.title")}</h2>
      <GuestConsent />
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <ul>
        {idsInOrder(GAMES).map((each) => {
          const known = family(each);
          const name = words.name(each);
          return (
            <li key={each}>
              <span className={styles.emblem}>{known && <known.Emblem game={each} />}</span>
              <span className="name">{name}</span>
              <span className={styles.ways}>
                {!known?.ownSeats && (
                  <Button busy={busy} aria-label={t("guest:start.playAt", { game: name })} onClick={() => play(each)}>
                    {t("guest:start.button")}
                  </Button>
                )}
                <Button aria-label={t("guest:start.rulesOf", { game: name })} onClick={() => setGame(each)}>
                  {t("rules.show")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {game && <RulesDialog game={game} onClose={() => setGame(null)} />}
    </section>
  );
}
