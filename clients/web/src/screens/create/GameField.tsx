import { useState } from "react";
import { family } from "../../games/registry";
import type { GameInfo } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import type { FieldProps } from "./useDraft";
import styles from "./GameField.module.css";

interface Props extends FieldProps {
  games: readonly GameInfo[];
  /** It has been pressed before the dialog opened: it is named, and the others are one press away. */
  isChosen: boolean;
}

/** The game, by its emblem and name. */
export function GameField({ games, draft, onChange, isChosen }: Props) {
  const { t } = useTranslation();
  const words = useGameWords();
  const [isListed, setListed] = useState(!isChosen);
  const options = games.map((info) => {
    const Emblem = family(info.game)?.Emblem;
    return {
      value: info.game,
      label: (
        <>
          <span className={styles.emblem}>{Emblem && <Emblem game={info.game} />}</span>
          {words.name(info.game)}
        </>
      ),
    };
  });
  const choose = (id: string) => onChange({ game: games.find((info) => info.game === id) ?? draft.game });
  if (!isListed) {
    return (
      <p className={styles.chosen}>
        <span>{options.find(({ value }) => value === draft.game.game)?.label}</span>
        <Button kind="plain" onClick={() => setListed(true)}>
          {t("create.otherGame")}
        </Button>
      </p>
    );
  }
  return <Choice legend={t("create.game")} options={options} value={draft.game.game} onChange={choose} />;
}
