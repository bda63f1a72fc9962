import { type FormEvent, useEffect, useRef, useState } from "react";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { friendsRest } from "../../people/friends";
import styles from "./FriendsPart.module.css";
import { useAct } from "./useAct";

/** Asks a player by name to be a friend. `isWanted`: it has just been asked for, and is written in at once. */
export function AskFriend({ isWanted = false }: { isWanted?: boolean }) {
  const { t } = useTranslation("friends");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const { act, refused } = useAct();
  const [name, setName] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isWanted) form.current?.querySelector("input")?.focus();
  }, [isWanted]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && (await act(friendsRest.ask(token, name.trim())))) setName("");
  };
  return (
    <>
      <form ref={form} className={styles.add} onSubmit={(event) => void submit(event)}>
        <Field label={t("name")} value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
        <Button type="submit">{t("add")}</Button>
      </form>
      {refused && <p role="alert">{says(refused)}</p>}
    </>
  );
}
