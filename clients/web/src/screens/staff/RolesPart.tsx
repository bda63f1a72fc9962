import { useState } from "react";
import type { Holders, RoleBody } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { useResource } from "../../app/useResource";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { PersonPicker } from "./PersonPicker";
import { useNames, useToken } from "./useStaff";

const ROLES = ["moderator", "administrator", "operator", "auditor"] as const;

/** Who is staff; roles are given and taken by another administrator. */
export function RolesPart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { value, refused, busy, act } = useResource<Holders>(() => staffRest.roles(token));
  const names = useNames((value?.holders ?? []).map((each) => each.account));
  const [body, setBody] = useState<Omit<RoleBody, "give">>({ to: "", role: "moderator", reason: "" });
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = ({ account, name }: { account: string; name: string }) => {
    setBody({ ...body, to: account });
    setChosen(name);
  };
  const change = (give: boolean) => void act(() => staffRest.changeRole(token, { ...body, give }));
  return (
    <section className={styles.detail}>
      <p>{t("roles.lead")}</p>
      <ul className={styles.chat}>
        {(value?.holders ?? []).map((each) => (
          <li key={each.account}>
            <button
              type="button"
              className={styles.line}
              aria-pressed={each.account === body.to}
              onClick={() => choose({ account: each.account, name: names(each.account) })}
            >
              <strong>{names(each.account)}</strong>{" "}
              {each.roles.map((role) => t(`roles.names.${role as "auditor"}`)).join(", ")}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.form}>
        <PersonPicker label={t("roles.to")} onPick={choose} />
        {chosen && <p>{t("roles.chosen", { name: chosen })}</p>}
        <Choice
          legend={t("roles.role")}
          options={ROLES.map((role) => ({ value: role, label: t(`roles.names.${role}`) }))}
          value={body.role}
          onChange={(role) => setBody({ ...body, role })}
        />
        <Field
          label={t("decide.reason")}
          value={body.reason}
          maxLength={500}
          onChange={(event) => setBody({ ...body, reason: event.target.value })}
        />
        {refused !== null && <p role="alert">{says({ code: refused })}</p>}
        <div className={styles.row}>
          <Button kind="action" busy={busy} disabled={!chosen} onClick={() => change(true)}>
            {t("roles.give")}
          </Button>
          <Button busy={busy} disabled={!chosen} onClick={() => change(false)}>
            {t("roles.take")}
          </Button>
        </div>
      </div>
    </section>
  );
}
