import { useRef, useState } from "react";
import { useRoom } from "../../app/context";
import type { PlayerLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Face } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import { NamedQuintile } from "../rankings/Quintile";
import { SearchField } from "../../parts/SearchField";
import { useHeld, useStill, useStillOrder } from "../../parts/useStill";
import { playersInOrder, statusWord } from "../../state/lists";
import { finds } from "../../state/search";
import { LOBBY } from "../../state/room";
import { ChatPane, type ChatRoom } from "../chat/ChatPane";
import { ReportButton } from "../conduct/ReportButton";
import { FriendsPart } from "./FriendsPart";
import { HallChoice } from "./HallChoice";
import { MoreLines } from "./MoreLines";
import { isVisitor } from "../../state/visitors";
import pane from "./Pane.module.css";
import styles from "./PeoplePane.module.css";

/** More people than this are searched rather than read. */
const CROWD = 6;

interface Props {
  /** It is the tab on a phone's screen. */
  shown: boolean;
  /** Opens the dialog where somebody is invited to a table. */
  onInvite: (name: string) => void;
}

/** Friends, who is here, and what they say. */
export function PeoplePane({ shown, onInvite }: Props) {
  const { t } = useTranslation();
  const room = useRoom();
  const all = playersInOrder(room.players.values());
  const [text, setText] = useState("");
  const area = useRef<HTMLDivElement>(null);
  const isHeld = useHeld(area);
  const players = useStillOrder({
    source: room.players,
    lines: all.filter((line) => finds(text, [line.name])),
    keyOf: (line) => line.account,
    isHeld,
    wish: text,
  });
  const isCrowded = useStill(all.length > CROWD, isHeld);
  const rooms: ChatRoom[] = [{ room: LOBBY, label: t("chat.lobby"), empty: t("chat.empty") }];
  if (room.seatedAt) {
    rooms.unshift({ room: `table:${room.seatedAt}`, label: t("chat.table"), empty: t("chat.emptyTable") });
  }
  return (
    <section className={`${pane.pane} ${styles.pane}`} aria-label={t("people.title")}>
      <div ref={area} className={styles.people} tabIndex={-1}>
        {!isVisitor(room.me) && <FriendsPart onInvite={onInvite} isHeld={isHeld} />}
        <h2 className={styles.title}>{t("people.title")}</h2>
        <HallChoice />
        {(isCrowded || text) && (
          <div className={styles.search}>
            <SearchField label={t("people.search")} value={text} onChange={setText} />
          </div>
        )}
        <ul>
          {players.map(({ line, isGone }) => (
            <Person
              key={line.account}
              line={isGone ? { ...line, status: "absent" } : line}
              you={line.account === room.me.account}
            />
          ))}
        </ul>
        <MoreLines list="players" isNeeded={text !== ""} />
        {text && players.length === 0 && <p className={styles.empty}>{t("people.nobody")}</p>}
        {all.length < 2 && <p className={styles.empty}>{t("people.empty")}</p>}
      </div>
      <div className={styles.chat}>
        <h2 className={styles.title}>{t("chat.title")}</h2>
        <ChatPane rooms={rooms} shown={shown} />
      </div>
    </section>
  );
}

function Person({ line, you }: { line: PlayerLine; you: boolean }) {
  const { t } = useTranslation();
  return (
    <li className={styles.person}>
      <span className={styles.face}>
        <Face account={line.account} name={line.name} />
        <span className={styles.dot} data-status={line.status} />
      </span>
      <span className={styles.words}>
        <span className={`${styles.name} name`}>
          <PlayerName account={line.account} name={line.name} />
          {you && <span className={styles.you}> ({t("common.you")})</span>}
        </span>
        <span className={styles.status}>
          {t(`people.status.${statusWord(line)}`)}
          {line.quintile !== null && (
            <>
              {" · "}
              <NamedQuintile value={line.quintile} />
            </>
          )}
        </span>
      </span>
      <span className={`${styles.elo} num`} title={t("people.rating", { elo: line.elo })}>
        {line.elo}
      </span>
      <ReportButton account={line.account} name={line.name} where={{ room: LOBBY }} />
    </li>
  );
}
