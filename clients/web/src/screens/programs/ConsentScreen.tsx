import { ask, type Consent } from "kafeneio-client";
import { useState } from "react";
import { useApp, useRoom } from "../../app/context";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { withProof } from "../../passkeys/proof";
import styles from "../account/Account.module.css";
import { PaperPage } from "../records/PaperPage";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";

const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;
type Question = Record<(typeof PARAMETERS)[number], string>;

/** What a program has put into the address. What is there twice counts as missing (RFC 6749 §3.1). */
function questionIn(search: string): Question {
  const said = new URLSearchParams(search);
  const one = (name: string) => (said.getAll(name).length === 1 ? (said.get(name) ?? "") : "");
  return Object.fromEntries(PARAMETERS.map((name) => [name, one(name)])) as Question;
}

/** A program of others asks to act in one's name: it is allowed or denied here, and nowhere else (services/lobby/RULES.md §29). */
export default function ConsentScreen() {
  const { t } = useTranslation("programs");
  const says = useSays();
  const token = useApp((state) => state.token);
  const search = window.location.search;
  const asked = useRequest(
    `consent ${search}`,
    token === null ? null : () => ask("GET /api/oauth/authorize", { token, query: questionIn(search) }),
  );
  return (
    <PaperPage title={t("consent.title")} lead="">
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && token !== null && (
        <Decision token={token} found={asked.value} question={questionIn(search)} />
      )}
    </PaperPage>
  );
}

interface Props {
  token: string;
  found: Consent;
  question: Question;
}

function Decision({ token, found, question }: Props) {
  const { t } = useTranslation("programs");
  const [left, setLeft] = useState(false);
  const leave = (location: string) => {
    setLeft(true);
    window.location.assign(location);
  };
  if (left) return <p role="status">{t("consent.leaving", { host: found.host })}</p>;
  const back = found.location ?? null;
  if (back !== null)
    return (
      <>
        <p role="alert">{t("consent.wrong", { name: found.name, error: found.error })}</p>
        <div className={styles.row}>
          <Button onClick={() => leave(back)}>{t("consent.leave", { host: found.host })}</Button>
        </div>
      </>
    );
  return <AllowForm token={token} found={found} question={question} onDecided={leave} />;
}

function AllowForm({ token, found, question, onDecided }: Props & { onDecided: (location: string) => void }) {
  const { t } = useTranslation("programs");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const { me } = useRoom();
  const decide = (allow: boolean, password = "") =>
    ask("POST /api/oauth/authorize", { token, body: { ...question, allow, password } });
  const { refusal, busy, onSubmit, send } = useForm(async ({ password = "" }) =>
    onDecided((await withProof(token, () => decide(true, password))).location),
  );
  return (
    <form onSubmit={onSubmit} className={styles.card}>
      <p className={styles.prose}>
        {found.owner
          ? t("consent.asks", { name: found.name, owner: found.owner })
          : t("consent.unowned", { name: found.name })}
      </p>
      <p className={styles.hint}>{t("consent.you", { name: me.name })}</p>
      <p id="consent-may">{t("consent.may")}</p>
      <ul className={styles.points} aria-labelledby="consent-may">
        {found.scopes.map((each) => (
          <li key={each}>{t(`scopes.${each}`)}</li>
        ))}
      </ul>
      <p className={styles.hint}>{t("consent.never")}</p>
      <p className={styles.hint}>
        {t("consent.home", { homepage: found.homepage })} · {t("consent.back", { host: found.host })}
      </p>
      {found.password && (
        <div className={styles.wide}>
          <PasswordField label={own("security.password")} autoComplete="current-password" />
        </div>
      )}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy}>
          {t("consent.allow")}
        </Button>
        <Button busy={busy} onClick={() => void send(async () => onDecided((await decide(false)).location))}>
          {t("consent.deny")}
        </Button>
      </div>
    </form>
  );
}
