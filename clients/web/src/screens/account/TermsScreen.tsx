import { useState } from "react";
import { useApp, useClient } from "../../app/context";
import { rest, type TermsVersion } from "kafeneio-client";
import { GAMES } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { PaperPage } from "../records/PaperPage";
import { useRequest } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { RulesDialog } from "../rules/RulesDialog";
import styles from "./Account.module.css";

const SECTIONS = [
  "house",
  "chips",
  "fair",
  "results",
  "stakes",
  "manners",
  "misconduct",
  "leaving",
  "data",
  "care",
  "changes",
] as const;

/** The terms of the platform, in which version, and every version before it. */
export function TermsScreen({ token }: { token: string | null }) {
  const { t } = useTranslation("terms");
  const says = useSays();
  const asked = useRequest("terms", () => rest.terms());
  const posted = asked.state === "here" ? asked.value.history[0] : undefined;
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {posted && <Posted posted={posted} token={token} />}
      {SECTIONS.map((name) => (
        <section key={name} className={styles.part}>
          <h2>{t(`sections.${name}.title`)}</h2>
          <p className={styles.prose}>{t(`sections.${name}.text`)}</p>
        </section>
      ))}
      <GameRules />
      {asked.state === "here" && <History versions={asked.value.history} />}
    </PaperPage>
  );
}

/** The version that counts now, and whether one has accepted it. */
function Posted({ posted, token }: { posted: TermsVersion; token: string | null }) {
  const { t, language } = useTranslation("terms");
  const says = useSays();
  const when = useWhen();
  const client = useClient();
  const accepted = useApp((state) => state.room?.termsAccepted ?? null);
  const [refused, setRefused] = useState<string | null>(null);
  const accept = () => client.acceptTerms(posted.version).then(setRefused);
  return (
    <section className={styles.card}>
      <p>
        <strong>{t("version", { version: posted.version, when: when(posted.posted_at_ms) })}</strong>
      </p>
      <p>{posted.changes[language] ?? posted.changes["en"]}</p>
      {token && accepted !== null && accepted >= posted.version && <p>{t("accepted")}</p>}
      {token && accepted !== null && accepted < posted.version && (
        <>
          <p>{t("acceptedOlder", { version: accepted })}</p>
          <Button kind="action" onClick={accept}>
            {t("accept")}
          </Button>
        </>
      )}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}

/** The way to every game's own rules. */
function GameRules() {
  const { t } = useTranslation("terms");
  const words = useGameWords();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section className={styles.part}>
      <h2>{t("rulesTitle")}</h2>
      <p className={styles.prose}>{t("rulesLead")}</p>
      <div className={styles.row}>
        {GAMES.map((game) => (
          <Button key={game} onClick={() => setShown(game)}>
            {words.name(game)}
          </Button>
        ))}
      </div>
      {shown !== null && <RulesDialog game={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

function History({ versions }: { versions: readonly TermsVersion[] }) {
  const { t, language } = useTranslation("terms");
  const when = useWhen();
  return (
    <section className={styles.part}>
      <h2>{t("historyTitle")}</h2>
      <p className={styles.prose}>{t("counts")}</p>
      <ol className={styles.lines} reversed>
        {versions.map((each) => (
          <li key={each.version} className={styles.line}>
            <strong>{t("version", { version: each.version, when: when(each.posted_at_ms) })}</strong>
            <span>{each.changes[language] ?? each.changes["en"]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
