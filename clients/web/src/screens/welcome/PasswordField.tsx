import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { Field } from "../../parts/Field";
import styles from "./WelcomeScreen.module.css";

interface Props {
  name?: string;
  label?: string;
  autoComplete: string;
  hint?: string;
  error?: string | null;
  /** A new password, which must be long enough. */
  fresh?: boolean;
}

export function PasswordField({ name = "password", label, autoComplete, hint, error = null, fresh = false }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label ?? t("welcome.password")}
      hint={hint}
      error={error}
      name={name}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      required
      minLength={fresh ? 10 : undefined}
      maxLength={128}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-pressed={shown}
          aria-label={t("welcome.showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Eye open={shown} />
        </button>
      }
    />
  );
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
      {!open && <path d="M4 20L20 4" strokeLinecap="round" />}
    </svg>
  );
}
