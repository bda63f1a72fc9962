import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import type { Refused } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { authenticators } from "../../app/passkeys";
import { refusal } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import styles from "./Conduct.module.css";
import { conductRest } from "./conductRest";

const CODES = ["account_suspended", "account_blocked"] as const;
type Code = (typeof CODES)[number];
const CAUSES = ["yellow", "blue", "red", "staff"] as const;
const TEXT_MIN = 10;
const TEXT_MAX = 2000;

/** With what the account was recognised: name and password, a passkey, or the ticket of a provider. */
interface Shown {
  name: string;
  password: string;
  byPasskey?: boolean;
  ticket?: string;
}

interface Detail {
  colour?: (typeof CAUSES)[number];
  reason?: string;
  from_ms?: number;
  until_ms?: number;
  appeal_until_ms?: number;
}

export function isExcluded(refused: Refused): refused is Refused & { error: Code } {
  return (CODES as readonly string[]).includes(refused.error);
}

/** The notice at the login: why the account is kept out, since when, until when, and the one appeal. */
export function ExclusionNotice({ refused, ...shown }: { refused: Refused & { error: Code } } & Shown) {
  const { t } = useTranslation("conduct");
  const when = useWhen();
  const detail = (refused.detail ?? {}) as Detail;
  const cause = CAUSES.find((each) => each === detail.colour) ?? "staff";
  return (
    <section className={styles.kept} role="alert">
      <h3>{t(`kept.${refused.error}`)}</h3>
      <dl className={styles.facts}>
        <dt>{t("kept.cause")}</dt>
        <dd>{t(`kept.causes.${cause}`)}</dd>
        {detail.reason && detail.reason !== detail.colour && (
          <>
            <dt>{t("kept.reason")}</dt>
            <dd>{detail.reason}</dd>
          </>
        )}
        {detail.from_ms !== undefined && (
          <>
            <dt>{t("kept.from")}</dt>
            <dd>{when(detail.from_ms)}</dd>
          </>
        )}
        {detail.until_ms !== undefined && (
          <>
            <dt>{t("kept.until")}</dt>
            <dd>{when(detail.until_ms)}</dd>
          </>
        )}
      </dl>
      {detail.appeal_until_ms === undefined ? (
        <p>{t("kept.appealNone")}</p>
      ) : (
        <AppealForm until={when(detail.appeal_until_ms)} {...shown} />
      )}
    </section>
  );
}

function AppealForm({ until, ...shown }: { until: string } & Shown) {
  const { t } = useTranslation("conduct");
  const { t: access } = useTranslation("access");
  const says = useSays();
  const [text, setText] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [state, setState] = useState<{ sent: boolean; busy: boolean; refused: string | null }>({
    sent: false,
    busy: false,
    refused: null,
  });
  if (state.sent) return <p role="status">{t("kept.sent")}</p>;
  const send = () => {
    setState({ sent: false, busy: true, refused: null });
    appeal(shown, text, code.trim()).then(
      () => setState({ sent: true, busy: false, refused: null }),
      (error: unknown) => {
        const refused = isCancelled(error) ? null : refusal(error).code;
        setAsksCode((asked) => asked || refused?.startsWith("second_factor") === true);
        setState({ sent: false, busy: false, refused });
      },
    );
  };
  return (
    <div className={styles.form}>
      <p>{t("kept.appealLead", { when: until })}</p>
      <label className={styles.words}>
        {t("kept.text")}
        <textarea
          value={text}
          maxLength={TEXT_MAX}
          rows={4}
          placeholder={t("kept.textHint")}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {asksCode && (
        <label className={styles.words}>
          {access("code")}
          <input
            value={code}
            maxLength={20}
            autoComplete="one-time-code"
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
      )}
      {state.refused !== null && <p role="alert">{says({ code: state.refused })}</p>}
      <Button busy={state.busy} disabled={text.trim().length < TEXT_MIN} onClick={send}>
        {t("kept.send")}
      </Button>
    </div>
  );
}

const isCancelled = (error: unknown) => error instanceof Error && error.name === "Cancelled";

/** Sends the appeal with what the account was recognised by; a passkey is shown once more. */
async function appeal(shown: Shown, text: string, code: string): Promise<unknown> {
  const { name, password, byPasskey, ticket } = shown;
  if (ticket) return conductRest.appeal({ text, ticket, ...(code && { code }) });
  if (byPasskey) return conductRest.appeal({ text, passkey: await (await authenticators()).show(true) });
  return conductRest.appeal({ username: name, password, text, ...(code && { code }) });
}
