import { family } from "../../games/registry";
import type { GameInfo } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import type { FieldProps } from "./useDraft";
import styles from "./GameField.module.css";

/** The game, by its emblem and name. */
export function GameField({ games, draft, onChange }: FieldProps & { games: readonly GameInfo[] }) {
  const { t } = useTranslation();
  const words = useGameWords();
  const options = games.map((info) => {
    const Emblem = family(info.game)?.Emblem;
    return {
      value: info.game,
      label: (
        <>
          <span className={styles.emblem}>{Emblem && <Emblem />}</span>
          {words.name(info.game)}
        </>
      ),
    };
  });
  const choose = (id: string) => onChange({ game: games.find((info) => info.game === id) ?? draft.game });
  return <Choice legend={t("create.game")} options={options} value={draft.game.game} onChange={choose} />;
}
