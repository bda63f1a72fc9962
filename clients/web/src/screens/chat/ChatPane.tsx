import { type FormEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import type { ChatLine } from "kafeneio-client";
import { useApp, useClient, useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import { Face } from "../../people/Face";
import { IconButton } from "../../parts/IconButton";
import { useBlocked } from "../../people/blocked";
import { PlayerName } from "../../people/PlayerName";
import type { Room } from "../../state/room";
import { ReportButton } from "../conduct/ReportButton";
import styles from "./ChatPane.module.css";
import { useLastLine } from "./useLastLine";

const TEXT_MAX = 300;

export interface ChatRoom {
  room: string;
  label: string;
  /** What is shown while nothing has been said. */
  empty: string;
}

interface Props {
  rooms: readonly ChatRoom[];
  /** Whether it is in sight: what arrives meanwhile counts as read. */
  shown: boolean;
}

/** A conversation, or a choice of several. */
export function ChatPane({ rooms, shown }: Props) {
  const { t } = useTranslation();
  const { t: words } = useTranslation("guest");
  const { guest } = useRoom().me;
  const [wanted, setWanted] = useState<string | null>(null);
  const current = rooms.find((each) => each.room === wanted) ?? rooms[0];
  if (!current) return null;
  return (
    <div className={styles.chat}>
      {rooms.length > 1 && (
        <div className={styles.rooms}>
          <Choice
            legend={t("chat.rooms")}
            quietLegend
            options={rooms.map((each) => ({ value: each.room, label: each.label }))}
            value={current.room}
            onChange={setWanted}
          />
        </div>
      )}
      <Log key={current.room} chatRoom={current} shown={shown} />
      {guest ? (
        <p className={styles.guest}>{words("chat")}</p>
      ) : (
        <Say key={`say-${current.room}`} room={current.room} />
      )}
    </div>
  );
}

function Log({ chatRoom, shown }: { chatRoom: ChatRoom; shown: boolean }) {
  const { t, language } = useTranslation();
  const client = useClient();
  const room = useRoom();
  const blocked = useBlocked(useApp((state) => state.token));
  const unwanted = new Set(blocked?.players.map((each) => each.account));
  const lines = linesOf(room, chatRoom.room).filter((line) => !unwanted.has(line.account));
  const unread = room.unread[chatRoom.room] ?? 0;
  const box = useRef<HTMLDivElement>(null);
  const last = lines.at(-1);
  useEffect(() => {
    if (unread > 0 && (shown || isVisible(box.current))) client.readUp(chatRoom.room);
  }, [client, chatRoom.room, shown, unread]);
  useLastLine(box, last?.id, last?.account === room.me.account);
  const clock = useMemo(
    () => new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    [language],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling log must be reachable by keyboard
    <div ref={box} className={styles.log} role="log" aria-label={`${t("chat.log")}: ${chatRoom.label}`} tabIndex={0}>
      {lines.length === 0 && <p className={styles.empty}>{chatRoom.empty}</p>}
      {lines.map((line) => (
        <Line key={line.id} line={line} own={line.account === room.me.account} clock={clock} />
      ))}
    </div>
  );
}

/** What somebody said. It does not change, so only what is said newly is drawn, whatever else happens in the room. */
const Line = memo(function Line({ line, own, clock }: { line: ChatLine; own: boolean; clock: Intl.DateTimeFormat }) {
  return (
    <p className={styles.line} data-own={own}>
      <span className={styles.face}>
        <Face account={line.account} name={line.name} />
      </span>
      <span className={styles.who}>
        <PlayerName account={line.account} name={line.name} />
      </span>{" "}
      <span className={styles.text}>{line.text}</span>{" "}
      <time className={styles.time} dateTime={new Date(line.at_ms).toISOString()}>
        {clock.format(line.at_ms)}
      </time>
      <ReportButton account={line.account} name={line.name} where={whereOf(line.room)} said={saidIn(line)} />
    </p>
  );
});

function Say({ room }: { room: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const says = useSays();
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function say(said: string) {
    const answer = await client.say(room, said);
    if (answer.t === "done") return setRefusal(null);
    setRefusal({ code: answer.error, detail: answer.detail });
    setText((typed) => typed || said);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    void say(said);
  }

  return (
    <form className={styles.say} onSubmit={onSubmit}>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {says(refusal)}
        </p>
      )}
      <div className={styles.box}>
        <input
          aria-label={t("chat.label")}
          placeholder={t("chat.placeholder")}
          value={text}
          maxLength={TEXT_MAX}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton icon="send" label={t("chat.send")} type="submit" />
      </div>
    </form>
  );
}

/** The room of a line, and the table if it is a table's. */
function whereOf(room: string) {
  const [kind, table] = room.split(":");
  return kind === "table" && table ? { room, table } : { room };
}

/** Where the line is a company's, which one it is. */
function saidIn(line: ChatLine) {
  const [kind, company] = line.room.split(":");
  return kind === "company" && company ? { company, line: line.id } : undefined;
}

function linesOf(room: Room, name: string) {
  return room.chat[name] ?? [];
}

function isVisible(element: HTMLElement | null): boolean {
  return element?.checkVisibility?.() ?? false;
}
