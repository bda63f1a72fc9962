import { useState } from "react";
import { ask } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { MultiChoice } from "../../parts/MultiChoice";
import { gamesInOrder } from "../../state/games";
import styles from "../account/Account.module.css";
import { useForm } from "../welcome/useForm";

interface Props {
  token: string;
  onMade: () => void;
  onStop: () => void;
}

/** What a new bot account is called, and the games that it may play. */
export function BotForm({ token, onMade, onStop }: Props) {
  const { t } = useTranslation("programs");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const words = useGameWords();
  const catalogue = useApp((state) => state.catalogue);
  const [games, setGames] = useState<string[]>([]);
  const { refusal, busy, onSubmit } = useForm(async ({ name = "" }) => {
    await ask("POST /api/me/bots", { token, body: { name, games } });
    onMade();
  });
  const offered = gamesInOrder(catalogue ?? []).filter((each) => !each.house_banked);
  return (
    <form onSubmit={onSubmit} className={styles.card}>
      <Field label={t("bots.name")} hint={t("bots.nameHint")} name="name" required minLength={2} maxLength={16} />
      <MultiChoice
        legend={t("bots.games")}
        options={offered.map(({ game }) => ({ value: game, label: words.name(game) }))}
        chosen={games}
        onChange={setGames}
      />
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy}>
          {t("bots.makeAction")}
        </Button>
        <Button onClick={onStop}>{own("security.cancel")}</Button>
      </div>
    </form>
  );
}
