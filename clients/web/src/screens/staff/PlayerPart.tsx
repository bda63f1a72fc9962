import { type FormEvent, useState } from "react";
import { goTo } from "../../app/pages";
import type { PlayerFile } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { useResource } from "../../app/useResource";
import { FileView } from "./FileView";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

/** A player's file, by name or account. Opening it is in the audit log. */
export function PlayerPart({ player }: { player: string | null }) {
  const { t } = useTranslation("staff");
  const [text, setText] = useState("");
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) goTo({ at: "staff", part: "player", about: text.trim() });
  };
  return (
    <section>
      <form className={styles.row} onSubmit={search}>
        <Field label={t("player.search")} value={text} onChange={(event) => setText(event.target.value)} />
        <Button type="submit">{t("player.open")}</Button>
      </form>
      {player !== null && <Opened player={player} />}
    </section>
  );
}

function Opened({ player }: { player: string }) {
  const says = useSays();
  const token = useToken();
  const { value, refused, act } = useResource<PlayerFile>(() => staffRest.player(token, player));
  const again = () =>
    void act(
      () => staffRest.player(token, player),
      (file) => file,
    );
  return (
    <>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value && <FileView file={value} onChanged={again} />}
    </>
  );
}
