import { useState } from "react";
import {
  ask,
  type BotLine,
  type Bots,
  type NewToken,
  type PersonalTokens,
  type Programs,
  type TokenLine,
} from "kafeneio-client";
import { useResource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import styles from "../account/Account.module.css";
import { useWhen } from "../records/useWhen";
import { AllowedPart } from "./AllowedPart";
import { BotsPart } from "./BotsPart";
import { RegisteredPart } from "./RegisteredPart";
import { SecretSlip } from "./SecretSlip";
import { TokenForm } from "./TokenForm";

type Doing = { what: "rest" } | { what: "make"; bot: BotLine | null } | { what: "show"; secret: string };
const REST: Doing = { what: "rest" };

/** The tokens of one's programs: made, shown once, revoked; and the bots that come in with them. */
export function ProgramsPart({ token }: { token: string }) {
  const { t } = useTranslation("programs");
  const says = useSays();
  const { value, refused, busy, act } = useResource<PersonalTokens>(() => ask("GET /api/me/tokens", { token }));
  const bots = useResource<Bots>(() => ask("GET /api/me/bots", { token }));
  const programs = useResource<Programs>(() => ask("GET /api/me/programs", { token }));
  const [doing, setDoing] = useState<Doing>(REST);
  const made = (found: NewToken) => {
    setDoing({ what: "show", secret: found.secret });
    void act(
      () => ask("GET /api/me/tokens", { token }),
      (listed) => listed,
    );
  };
  const revoke = (personal: string) =>
    void act(() => ask("DELETE /api/me/tokens/{personal}", { token, path: { personal } }));
  const nameOf = ({ bot }: TokenLine) => bots.value?.bots.find((each) => each.account === bot)?.name ?? null;
  return (
    <section className={styles.part} aria-labelledby="programs">
      <h2 id="programs">{t("title")}</h2>
      <p className={styles.prose}>{t("lead")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value && (
        <>
          {value.tokens.length === 0 && doing.what === "rest" && <p className={styles.hint}>{t("none")}</p>}
          <ul className={styles.lines}>
            {value.tokens.map((each) => (
              <Line key={each.id} line={each} bot={nameOf(each)} busy={busy} onRevoke={() => revoke(each.id)} />
            ))}
          </ul>
          {doing.what === "show" && <SecretSlip secret={doing.secret} onDone={() => setDoing(REST)} />}
          {doing.what === "make" && (
            <TokenForm
              key={doing.bot?.account}
              token={token}
              limits={value}
              bot={doing.bot}
              onMade={made}
              onStop={() => setDoing(REST)}
            />
          )}
          {doing.what === "rest" && (
            <div className={styles.row}>
              <Button onClick={() => setDoing({ what: "make", bot: null })}>{t("new")}</Button>
            </div>
          )}
          <BotsPart token={token} bots={bots} onToken={(bot) => setDoing({ what: "make", bot })} />
          <AllowedPart token={token} programs={programs} />
          <RegisteredPart token={token} programs={programs} />
        </>
      )}
    </section>
  );
}

interface LineProps {
  line: TokenLine;
  /** The name of the bot that comes in with it; null: it is for one's own account. */
  bot: string | null;
  busy: boolean;
  onRevoke: () => void;
}

function Line({ line, bot, busy, onRevoke }: LineProps) {
  const { t } = useTranslation("programs");
  const when = useWhen();
  const used = line.used_at_ms ?? null;
  return (
    <li className={styles.line}>
      <strong>{line.name}</strong>
      <span>{line.scopes.map((each) => t(`scopes.${each}`)).join(" · ")}</span>
      <span className={styles.hint}>
        {[
          ...(bot === null ? [] : [t("bots.for", { name: bot })]),
          t("made", { when: when(line.made_at_ms) }),
          used === null ? t("unused") : t("used", { when: when(used) }),
          t("until", { when: when(line.expires_at_ms) }),
        ].join(" · ")}
      </span>
      <span className={styles.row}>
        <Button kind="plain" busy={busy} aria-label={t("revokeOf", { name: line.name })} onClick={onRevoke}>
          {t("revoke")}
        </Button>
      </span>
    </li>
  );
}
