import { useState } from "react";
import { ask, type Call } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { addressOf, type PageProps } from "../../app/pages";
import { refusal, useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { GuestConsent } from "../guest/GuestStart";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import styles from "./Calls.module.css";

/** Where an invitation's link leads: who invites, to what, whether it holds, and one press to the seat. */
export default function CallScreen({ page }: PageProps<"call">) {
  const { t } = useTranslation("calls");
  const says = useSays();
  const { call } = page;
  const found = useRequest(call, () => ask("GET /api/calls/{call}", { path: { call } }));
  return (
    <PaperPage title={t("page.title")} lead="">
      {found.state === "refused" && <p role="alert">{says({ code: found.code, detail: found.detail })}</p>}
      {found.state === "here" && <Invited call={found.value} />}
    </PaperPage>
  );
}

function Invited({ call }: { call: Call }) {
  const { t } = useTranslation("calls");
  const says = useSays();
  const when = useWhen();
  const words = useGameWords();
  const isOwn = useApp(({ room }) => room?.me.name === call.by);
  return (
    <section className={styles.invited} aria-label={t("page.title")}>
      <p className={styles.lead}>{t("page.invites", { name: call.by, game: words.name(call.game) })}</p>
      {isOwn && <p>{t("page.own")}</p>}
      {call.state !== "waiting" && <p role="status">{says({ code: `call_${call.state}` })}</p>}
      {call.state === "waiting" && (
        <>
          <p>{t("page.free")}</p>
          <p className={styles.note}>{t("until", { when: when(call.until_ms) })}</p>
          {!isOwn && <Ways call={call.call} game={call.game} />}
        </>
      )}
      {(isOwn || call.state !== "waiting") && <ButtonLink href={addressOf(null)}>{t("page.room")}</ButtonLink>}
    </section>
  );
}

/** Sitting down: with one's session, else as a guest at one press. */
function Ways({ call, game }: { call: string; game: string }) {
  const { t, language } = useTranslation("calls");
  const says = useSays();
  const client = useClient();
  const hasSession = useApp((state) => state.token !== null);
  const here = useApp((state) => state.room !== null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const sit = async () => {
    setBusy(true);
    setRefused(null);
    try {
      if (hasSession) setRefused(await client.calling.take(call));
      else await client.playAsGuest({ game, table: null, call }, language);
    } catch (error) {
      setRefused(refusal(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {refused && <p role="alert">{says(refused)}</p>}
      <Button kind="action" size="large" busy={busy || (hasSession && !here)} onClick={() => void sit()}>
        {t(hasSession ? "page.sit" : "page.guest")}
      </Button>
      {!hasSession && (
        <>
          <GuestConsent />
          <ButtonLink kind="plain" href={addressOf(null)}>
            {t("page.login")}
          </ButtonLink>
        </>
      )}
    </>
  );
}
