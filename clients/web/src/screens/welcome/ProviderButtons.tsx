import { goToProvider, useProviders } from "../../app/providers";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useForm } from "./useForm";
import styles from "./WelcomeScreen.module.css";

/** Coming in, or registering, by an OpenID provider: one press for each that the operator has named. */
export function ProviderButtons() {
  const { t } = useTranslation("access");
  const says = useSays();
  const providers = useProviders();
  const { refusal, busy, send } = useForm(() => Promise.resolve());
  return (
    <>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {says({ code: refusal.error, detail: refusal.detail })}
        </p>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} size="large" busy={busy} onClick={() => void send(() => goToProvider(id, "enter"))}>
          {t("provider.enter", { name })}
        </Button>
      ))}
    </>
  );
}
