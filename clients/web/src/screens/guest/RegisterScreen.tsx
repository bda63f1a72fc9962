import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { PaperPage } from "../records/PaperPage";
import { RegisterForm } from "../welcome/RegisterForm";
import styles from "../account/Account.module.css";

/** Makes an account of a guest's. */
export default function RegisterScreen() {
  const { t } = useTranslation("guest");
  const { me } = useRoom();
  if (!me.guest) {
    return (
      <PaperPage title={t("register.title")} lead={t("register.here")}>
        {null}
      </PaperPage>
    );
  }
  return (
    <PaperPage title={t("register.title")} lead={t("register.lead")}>
      <section className={styles.form}>
        <RegisterForm />
      </section>
    </PaperPage>
  );
}
