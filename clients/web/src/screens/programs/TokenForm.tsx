import { useState } from "react";
import { ask, type BotLine, type NewToken, type PersonalTokens, type TokenLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { MultiChoice } from "../../parts/MultiChoice";
import { withProof } from "../../passkeys/proof";
import styles from "../account/Account.module.css";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";

type Scope = TokenLine["scopes"][number];
/** What a program of a person's own account may do. */
const OFFERED: readonly Scope[] = ["read", "chat", "company"];
const OFFERED_TO_BOTS: readonly Scope[] = ["play", "read", "chat"];
const DAYS = [7, 30, 90, 365];

interface Props {
  token: string;
  limits: PersonalTokens;
  /** The bot that is to come in with it; null: it is for one's own account. */
  bot: BotLine | null;
  onMade: (made: NewToken) => void;
  onStop: () => void;
}

/** What a new token is called, opens, and for how long. */
export function TokenForm({ token, limits, bot, onMade, onStop }: Props) {
  const { t } = useTranslation("programs");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const [scopes, setScopes] = useState<Scope[]>(bot ? ["play", "read"] : ["read"]);
  const lives = DAYS.filter((each) => each <= limits.days_max);
  const [days, setDays] = useState(lives[1] ?? lives[0] ?? limits.days_max);
  const { refusal, busy, onSubmit } = useForm(async ({ name = "", password = "" }) => {
    const body = { name, scopes, days, password, bot: bot?.account ?? null };
    onMade(await withProof(token, () => ask("POST /api/me/tokens", { token, body })));
  });
  return (
    <form onSubmit={onSubmit} className={styles.card}>
      {bot && <p>{t("bots.for", { name: bot.name })}</p>}
      <Field label={t("name")} hint={t("nameHint")} name="name" required maxLength={40} />
      <MultiChoice
        legend={t("may")}
        options={(bot ? OFFERED_TO_BOTS : OFFERED).map((value) => ({ value, label: t(`scopes.${value}`) }))}
        chosen={scopes}
        onChange={setScopes}
      />
      <Choice
        legend={t("days")}
        options={lives.map((each) => ({ value: String(each), label: t("daysFor", { count: each }) }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
      {limits.password && <PasswordField label={own("security.password")} autoComplete="current-password" />}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy}>
          {t("makeAction")}
        </Button>
        <Button onClick={onStop}>{own("security.cancel")}</Button>
      </div>
    </form>
  );
}
