import { type FormEvent, useEffect, useRef, useState } from "react";
import type { MessagePage, PrivateLine } from "kafeneio-client";
import { useClient, useRoom } from "../../app/context";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { IconButton } from "../../parts/IconButton";
import { conversationsChanged, loadOlder, messagesRead, useOpened } from "../../people/conversations";
import { Face } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import { ReportButton } from "../conduct/ReportButton";
import { useLastLine } from "../chat/useLastLine";
import chat from "../chat/ChatPane.module.css";
import styles from "./Conversations.module.css";
import { useShortWhen } from "./useShortWhen";

const TEXT_MAX = 300;
/** What a report out of a conversation names as its room. */
const ROOM = "messages";

/** What was written with a friend, and the next line. */
export function Conversation({ token, player }: { token: string; player: string }) {
  const says = useSays();
  const opened = useOpened(token, player);
  const page = opened?.page ?? null;
  if (opened?.refused) {
    return (
      <p className={styles.choose} role="alert">
        {says(opened.refused)}
      </p>
    );
  }
  if (!page) return <div className={styles.talk} aria-busy="true" />;
  return (
    <section className={styles.talk} aria-labelledby="friend">
      <div className={styles.head}>
        <span className={styles.face}>
          <Face account={player} name={page.name} />
        </span>
        <h2 id="friend" className={styles.title}>
          <PlayerName account={player} name={page.name} />
        </h2>
        <ReportButton account={player} name={page.name} where={{ room: ROOM }} />
      </div>
      <Log token={token} page={page} />
      {page.closed === null ? (
        <Write player={player} name={page.name} />
      ) : (
        <p className={styles.closed} role="status">
          {says({ code: page.closed })}
        </p>
      )}
    </section>
  );
}

function Log({ token, page }: { token: string; page: MessagePage }) {
  const { t } = useTranslation("conversations");
  const { me } = useRoom();
  const box = useRef<HTMLDivElement>(null);
  const last = page.lines.at(-1);
  useReadMark(page.account, page.lines);
  useLastLine(box, last?.id, last?.account === me.account);
  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      aria-label={t("log", { name: page.name })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling log must be reachable by keyboard
      tabIndex={0}
    >
      {page.next_before !== null && <Older token={token} />}
      {page.lines.length === 0 && <p className={styles.quiet}>{t("empty")}</p>}
      {page.lines.map((line) => (
        <Line key={line.id} line={line} own={line.account === me.account} name={page.name} />
      ))}
    </div>
  );
}

/** Marks as read what is on the screen, when somebody looks at it. */
function useReadMark(player: string, lines: readonly PrivateLine[]): void {
  const client = useClient();
  const newest = lines.findLast((line) => line.account === player)?.id;
  useEffect(() => {
    const mark = () => {
      if (newest === undefined || document.hidden) return;
      messagesRead(player, newest);
      void client.readMessages(player, newest);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [client, player, newest]);
}

function Older({ token }: { token: string }) {
  const { t } = useTranslation("conversations");
  const says = useSays();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const load = async () => {
    setBusy(true);
    try {
      await loadOlder(token);
      setRefused(null);
    } catch (error) {
      setRefused(refusal(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void load()}>
        {t("older")}
      </Button>
      {refused && <p role="alert">{says(refused)}</p>}
    </>
  );
}

function Line({ line, own, name }: { line: PrivateLine; own: boolean; name: string }) {
  const { t } = useTranslation("conversations");
  const when = useShortWhen();
  return (
    <p className={styles.line} data-own={own}>
      <span className="sr">{own ? t("own") : name}: </span>
      <span className={styles.text}>{line.text}</span>{" "}
      <time className={styles.when} dateTime={new Date(line.at_ms).toISOString()}>
        {when(line.at_ms, true)}
      </time>
    </p>
  );
}

function Write({ player, name }: { player: string; name: string }) {
  const { t } = useTranslation(["conversations", "app"]);
  const client = useClient();
  const says = useSays();
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<Refusal | null>(null);

  async function write(said: string) {
    const answer = await client.write(player, said);
    if (answer.t === "done") return setRefused(null);
    setRefused({ code: answer.error, detail: answer.detail });
    setText((typed) => typed || said);
    if (answer.error.startsWith("message_")) conversationsChanged();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    void write(said);
  }

  return (
    <form onSubmit={onSubmit}>
      {refused && (
        <p className={chat.refusal} role="alert">
          {says(refused)}
        </p>
      )}
      <div className={chat.box}>
        <input
          aria-label={t("label", { name })}
          placeholder={t("label", { name })}
          value={text}
          maxLength={TEXT_MAX}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton icon="send" label={t("app:chat.send")} type="submit" />
      </div>
    </form>
  );
}
