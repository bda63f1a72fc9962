import { type FormEvent, useId, useState } from "react";
import type { Call } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { offerPush } from "../../app/push";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { callsRest } from "../../people/calls";
import { gamesInOrder } from "../../state/games";
import { ShareLink } from "./ShareLink";
import styles from "./Calls.module.css";

interface Props {
  /** The friend who is away; null: whoever gets the link. */
  friend: string | null;
  onClose: () => void;
}

/** An invitation to a free game that waits: the game is chosen, then there is the link. */
export function CallDialog({ friend, onClose }: Props) {
  const { t } = useTranslation("calls");
  const says = useSays();
  const words = useGameWords();
  const form = useId();
  const token = useApp((state) => state.token) ?? "";
  const { me } = useRoom();
  const catalogue = useApp((state) => state.catalogue);
  const games = gamesInOrder(catalogue ?? []).filter((info) => !info.house_banked);
  const [chosen, setChosen] = useState<string | null>(null);
  const [made, setMade] = useState<Call | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const game = chosen ?? games[0]?.game ?? "";
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    try {
      setMade(await callsRest.make(token, friend, game));
      if (friend !== null) offerPush("call", me.account);
    } catch (error) {
      setRefused(refusal(error));
    } finally {
      setBusy(false);
    }
  };
  const title = friend === null ? t("make") : t("to", { name: friend });
  if (made) {
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{t("close")}</Button>}>
        <ShareLink call={made.call} message={t("message", { name: me.name, game: words.name(made.game) })} />
      </Dialog>
    );
  }
  const actions = (
    <Button kind="action" type="submit" form={form} busy={busy} disabled={!game}>
      {t("send")}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)}>
        <p>{t("makeHint")}</p>
        {refused && <p role="alert">{says(refused)}</p>}
        <Choice
          legend={t("game")}
          options={games.map((info) => ({ value: info.game, label: words.name(info.game) }))}
          value={game}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  );
}
