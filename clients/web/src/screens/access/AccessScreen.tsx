import { useEffect, useState } from "react";
import { addressOf, type PageProps } from "../../app/pages";
import { rest, type MailSent } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import styles from "../account/Account.module.css";
import { PaperPage } from "../records/PaperPage";
import { refusal } from "../../app/useRequest";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";
import { SentNote } from "./SentNote";

/** The secret of a link: it stands behind `#`, which the browser sends to no server. */
const secret = () => window.location.hash.slice(1);

/** Pages that the links of mails lead to, and the one that asks for such a link. */
export default function AccessScreen({ page }: PageProps<"forgotten" | "password" | "confirm">) {
  if (page.at === "forgotten") return <Forgotten />;
  return page.at === "password" ? <Reset /> : <Confirm />;
}

function Forgotten() {
  const { t } = useTranslation("access");
  const says = useSays();
  const [sent, setSent] = useState<MailSent | null>(null);
  const {
    refusal: refused,
    busy,
    onSubmit,
  } = useForm(async ({ email = "" }) => {
    setSent(await rest.forgotPassword(email));
  });
  return (
    <PaperPage title={t("forgotten.title")} lead={t("forgotten.lead")}>
      {sent ? (
        <SentNote sent={sent}>{t("forgotten.sent")}</SentNote>
      ) : (
        <form className={styles.part} onSubmit={onSubmit}>
          <Field label={t("forgotten.email")} name="email" type="email" autoComplete="email" required maxLength={254} />
          {refused && <p role="alert">{says({ code: refused.error, detail: refused.detail })}</p>}
          <div className={styles.row}>
            <Button kind="action" type="submit" busy={busy}>
              {t("forgotten.send")}
            </Button>
          </div>
        </form>
      )}
    </PaperPage>
  );
}

function Reset() {
  const { t } = useTranslation("access");
  const says = useSays();
  const [done, setDone] = useState(false);
  const {
    refusal: refused,
    busy,
    onSubmit,
  } = useForm(async ({ new: fresh = "" }) => {
    await rest.resetPassword({ link: secret(), new: fresh });
    setDone(true);
  });
  const words = refused && says({ code: refused.error, detail: refused.detail });
  const weak = refused?.error === "password_weak";
  return (
    <PaperPage title={t("reset.title")} lead={t("reset.lead")}>
      {done ? (
        <>
          <p role="status">{t("reset.done")}</p>
          <div className={styles.row}>
            <ButtonLink href={addressOf(null)}>{t("reset.enter")}</ButtonLink>
          </div>
        </>
      ) : (
        <form className={styles.part} onSubmit={onSubmit}>
          <PasswordField
            name="new"
            label={t("reset.new")}
            autoComplete="new-password"
            error={weak ? words : null}
            fresh
          />
          {words && !weak && <p role="alert">{words}</p>}
          <div className={styles.row}>
            <Button kind="action" type="submit" busy={busy}>
              {t("reset.save")}
            </Button>
            {refused?.error === "link_invalid" && (
              <ButtonLink href={addressOf({ at: "forgotten" })}>{t("forgotten.send")}</ButtonLink>
            )}
          </div>
        </form>
      )}
    </PaperPage>
  );
}

function Confirm() {
  const { t } = useTranslation("access");
  const says = useSays();
  const [state, setState] = useState<"working" | "done" | string>("working");
  useEffect(() => {
    rest.confirmEmail(secret()).then(
      () => setState("done"),
      (failed: unknown) => setState(refusal(failed).code),
    );
  }, []);
  return (
    <PaperPage title={t("confirm.title")} lead={t("confirm.lead")}>
      {state === "working" && <p role="status">{t("confirm.working")}</p>}
      {state === "done" && <p role="status">{t("confirm.done")}</p>}
      {state !== "working" && state !== "done" && <p role="alert">{says({ code: state })}</p>}
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "account" })}>{t("confirm.toAccount")}</ButtonLink>
      </div>
    </PaperPage>
  );
}
