import { useState } from "react";
import { useTranslation } from "react-i18next";
import { family, GAMES } from "../../games/registry";
import { useGameWords } from "../../i18n/useWords";
import { RulesDialog } from "../rules/RulesDialog";
import styles from "./LookAround.module.css";

/** For those who only look: what is played here, with the rules, without a name or password. */
export function LookAround() {
  const { t } = useTranslation();
  const words = useGameWords();
  const [game, setGame] = useState<string | null>(null);
  return (
    <section className={styles.look}>
      <h2>{t("welcome.look")}</h2>
      <p>{t("welcome.lookText")}</p>
      <ul>
        {GAMES.map((each) => {
          const Emblem = family(each)?.Emblem;
          return (
            <li key={each}>
              <button type="button" onClick={() => setGame(each)}>
                <span className={styles.emblem}>{Emblem && <Emblem />}</span>
                <span className="name">{words.name(each)}</span> <span className={styles.hint}>{t("rules.show")}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {game && <RulesDialog game={game} onClose={() => setGame(null)} />}
    </section>
  );
}
