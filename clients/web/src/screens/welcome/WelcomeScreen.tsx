import { useEffect, useRef, useState } from "react";
import { useApp } from "../../app/context";
import { addressOf, usePage } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { Choice } from "../../parts/Choice";
import { Logo } from "../../parts/Logo";
import { GuestStart } from "../guest/GuestStart";
import { DoorTable } from "../watch/DoorTable";
import { PeopleHere, Regulator } from "./Footing";
import { LanguagePicker } from "./LanguagePicker";
import { LoginForm } from "./LoginForm";
import { LookAround } from "./LookAround";
import { RegisterForm } from "./RegisterForm";
import { Scene } from "./Scene";
import { canStore } from "../../state/storage";
import { hasVisited } from "../../state/visited";
import styles from "./WelcomeScreen.module.css";

type Door = "login" | "register";

/** The page before the login: log in, register, or see first what is played. Who is known here finds the login first. */
export function WelcomeScreen() {
  const { t } = useTranslation();
  const { t: atDoor } = useTranslation("door");
  const page = usePage();
  const farewell = useApp((state) => state.farewell);
  const asksToRegister = page?.at === "register";
  const [isKnown] = useState(hasVisited);
  const [door, setDoor] = useState<Door>(isKnown && !asksToRegister ? "login" : "register");
  const [forgets] = useState(() => !canStore());
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asksToRegister) form.current?.scrollIntoView({ block: "start" });
  }, [asksToRegister]);
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <Logo />
        <LanguagePicker />
      </header>
      <main className={styles.main} data-known={isKnown || undefined}>
        {!isKnown && <Window />}
        <section ref={form} className={styles.door} aria-label={t(`welcome.${door}`)}>
          <Farewell />
          {forgets && <p role="alert">{t("welcome.forgets")}</p>}
          {page?.at === "table" && !farewell && <p role="status">{atDoor("link")}</p>}
          <Choice<Door>
            legend={t("welcome.title")}
            quietLegend
            options={[
              { value: "login", label: t("welcome.login") },
              { value: "register", label: t("welcome.register") },
            ]}
            value={door}
            onChange={setDoor}
          />
          <h2>{t(door === "login" ? "welcome.loginTitle" : "welcome.registerTitle")}</h2>
          {door === "login" ? <LoginForm /> : <RegisterForm />}
          {door === "register" && <p className={styles.note}>{t("welcome.gifts")}</p>}
          <p className={styles.note}>{t("welcome.playMoney")}</p>
        </section>
        {isKnown && <Window />}
        <LookAround />
      </main>
      <Regulator />
    </div>
  );
}

/** What is played here, and what may be done without an account. */
function Window() {
  const { t } = useTranslation();
  const { t: atDoor } = useTranslation("door");
  return (
    <section className={styles.window}>
      <Scene />
      <h1>{t("welcome.title")}</h1>
      <p className={styles.lead}>{t("welcome.lead")}</p>
      <GuestStart />
      <PeopleHere />
      <DoorTable />
      <ButtonLink kind="plain" href={addressOf({ at: "problems" })}>
        {atDoor("problems")}
      </ButtonLink>
      <ButtonLink kind="plain" href={addressOf({ at: "chance" })}>
        {atDoor("chance")}
      </ButtonLink>
    </section>
  );
}

/** Why one is out here again. */
function Farewell() {
  const says = useSays();
  const farewell = useApp((state) => state.farewell);
  if (!farewell) return null;
  return (
    <p className={styles.farewell} role="alert">
      {says({ code: farewell })}
    </p>
  );
}
