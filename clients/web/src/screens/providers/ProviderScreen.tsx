import { useState } from "react";
import { ask, type ProviderReturn } from "kafeneio-client";
import { useApp } from "../../app/context";
import { addressOf } from "../../app/pages";
import { type Requested, useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { replaceAddress } from "../../parts/layers";
import styles from "../account/Account.module.css";
import { PaperPage } from "../records/PaperPage";
import { RegisterForm } from "../welcome/RegisterForm";
import { EnterPart } from "./EnterPart";
import { JoinPart } from "./JoinPart";
import { ProvePart } from "./ProvePart";

let back: Promise<ProviderReturn> | null = null;

/** What the provider has sent along stands behind `#`. It holds once, so it is asked once, and does not stay in the address. */
function comeBack(): Promise<ProviderReturn> {
  const told = new URLSearchParams(window.location.hash.slice(1));
  const provider = told.get("provider");
  if (provider !== null) {
    replaceAddress(addressOf({ at: "provider" }));
    const body = { state: told.get("state") ?? "", code: told.get("code") };
    back = ask("POST /api/providers/{provider}/return", { path: { provider }, body });
  }
  back ??= ask("POST /api/providers/{provider}/return", { path: { provider: "-" }, body: { state: "-", code: null } });
  return back;
}

/** Where a provider leads back to: what its ticket is good for is done here. */
export default function ProviderScreen() {
  const { t } = useTranslation("providers");
  const asked = useRequest("provider", comeBack);
  const name = asked.state === "here" ? asked.value.name : "";
  return (
    <PaperPage title={name ? t("title", { name }) : t("waiting")} lead="">
      <Back asked={asked} />
    </PaperPage>
  );
}

function Back({ asked }: { asked: Requested<ProviderReturn> }) {
  const { t } = useTranslation("providers");
  const says = useSays();
  if (asked.state === "waiting") return <p role="status">{t("checking")}</p>;
  if (asked.state === "refused") {
    return (
      <>
        <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>
        <div className={styles.row}>
          <ButtonLink href={addressOf(null)}>{t("again")}</ButtonLink>
        </div>
      </>
    );
  }
  return <Recognised found={asked.value} />;
}

function Recognised({ found }: { found: ProviderReturn }) {
  if (found.next === "enter") return <EnterPart found={found} />;
  if (found.next === "prove") return <ProvePart found={found} />;
  return found.next === "register" ? <RegisterPart found={found} /> : <JoinPart found={found} />;
}

/** A new account; whoever has one already joins it instead. */
function RegisterPart({ found }: { found: ProviderReturn }) {
  const { t } = useTranslation("providers");
  const [joins, setJoins] = useState(false);
  const isInside = useApp((state) => state.token !== null && state.room !== null && !state.room.me.guest);
  if (joins || isInside) return <JoinPart found={found} />;
  return (
    <section className={styles.form}>
      <p>{t("register.lead", { name: found.name })}</p>
      <RegisterForm recognised={found} />
      <Button kind="plain" onClick={() => setJoins(true)}>
        {t("register.haveOne")}
      </Button>
    </section>
  );
}
