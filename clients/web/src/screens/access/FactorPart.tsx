import { useState } from "react";
import { rest, type Access, type FactorKey } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import styles from "../account/Account.module.css";
import { withProof } from "../../passkeys/proof";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";

type Step = "rest" | "password" | "code" | "off";

/** Setting a second factor up: password, key, first code, recovery codes; and switching it off by a code. */
export function FactorPart({ token, access, onChange }: { token: string; access: Access; onChange: () => void }) {
  const { t } = useTranslation("access");
  const says = useSays();
  const [step, setStep] = useState<Step>("rest");
  const [key, setKey] = useState<FactorKey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { refusal, busy, onSubmit } = useForm(async ({ password = "", code = "" }) => {
    if (step === "password") {
      setKey(await withProof(token, () => rest.beginFactor(token, password)));
      setStep("code");
      return;
    }
    if (step === "code") setCodes((await rest.confirmFactor(token, code)).codes);
    else await rest.endFactor(token, code);
    setStep("rest");
    onChange();
  });
  const on = access.second_factor;
  return (
    <form className={styles.card} onSubmit={onSubmit}>
      <h3>{t("factor.title")}</h3>
      <p className={styles.prose}>{t("factor.lead")}</p>
      <p role="status">{on ? t("factor.on", { left: access.recovery_codes }) : t("factor.off")}</p>
      {codes && <Recovery codes={codes} onKept={() => setCodes(null)} />}
      {step === "password" && access.password !== false && (
        <PasswordField label={t("security.password")} autoComplete="current-password" />
      )}
      {step === "code" && key && <Key value={key} />}
      {(step === "code" || step === "off") && (
        <Field label={t("factor.code")} name="code" autoComplete="one-time-code" required maxLength={20} />
      )}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        {step === "rest" ? (
          <Button onClick={() => setStep(on ? "off" : "password")}>{t(on ? "factor.end" : "factor.begin")}</Button>
        ) : (
          <>
            <Button kind="action" type="submit" busy={busy}>
              {t(step === "password" ? "factor.begin" : step === "code" ? "factor.confirm" : "factor.end")}
            </Button>
            <Button onClick={() => setStep("rest")}>{t("security.cancel")}</Button>
          </>
        )}
      </div>
    </form>
  );
}

function Key({ value }: { value: FactorKey }) {
  const { t } = useTranslation("access");
  const size = value.qr.length;
  const path = value.qr
    .flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <>
      <p className={styles.prose}>{t("factor.scan")}</p>
      <svg viewBox={`-4 -4 ${size + 8} ${size + 8}`} width="200" height="200" role="img" aria-label={t("factor.qr")}>
        <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p>
        {t("factor.key")}: <code>{value.secret.replace(/(.{4})/g, "$1 ").trim()}</code>
      </p>
    </>
  );
}

function Recovery({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation("access");
  return (
    <>
      <p className={styles.prose}>{t("factor.codes")}</p>
      <ul className={styles.lines}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onClick={onKept}>{t("factor.kept")}</Button>
    </>
  );
}
