import { type FormEvent, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { blockedRest, useBlocked } from "../../people/blocked";
import { PlayerName } from "../../people/PlayerName";
import { refusal } from "../../app/useRequest";
import styles from "./Account.module.css";

/** Players whose invitations, gifts and chat one does not want. */
export function BlockedPart({ token }: { token: string }) {
  const { t } = useTranslation("blocked");
  const says = useSays();
  const blocks = useBlocked(token);
  const [name, setName] = useState("");
  const [refused, setRefused] = useState<string | null>(null);

  async function act(doing: Promise<unknown>) {
    setRefused(null);
    try {
      await doing;
      setName("");
    } catch (error) {
      setRefused(refusal(error).code);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) void act(blockedRest.add(token, name.trim()));
  }

  return (
    <section className={styles.part} aria-labelledby="blocked">
      <h2 id="blocked">{t("title")}</h2>
      <p className={styles.prose}>{t("lead")}</p>
      {blocks?.players.length === 0 && <p>{t("none")}</p>}
      <ul className={styles.blocked}>
        {blocks?.players.map((each) => (
          <li key={each.account}>
            <PlayerName account={each.account} name={each.name} />{" "}
            <Button kind="plain" onClick={() => void act(blockedRest.remove(token, each.account))}>
              {t("remove", { name: each.name })}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles.named} onSubmit={submit}>
        <Field label={t("name")} value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
        <Button type="submit">{t("add")}</Button>
      </form>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}
