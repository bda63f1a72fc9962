import type { ReactNode } from "react";
import type { Conversation, Friend } from "kafeneio-client";
import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useConversations } from "../../people/conversations";
import { Face } from "../../people/Face";
import { useFriends } from "../../people/friends";
import { PlayerName } from "../../people/PlayerName";
import { AskFriend } from "../room/AskFriend";
import { FriendRequests } from "../room/FriendsPart";
import styles from "./Conversations.module.css";
import { useShortWhen } from "./useShortWhen";

/** The conversations, the newest first, then the friends with whom there is none. */
export function ConversationList({ token, opened }: { token: string; opened: string | null }) {
  const { t } = useTranslation("conversations");
  const list = useConversations(token);
  const all = useFriends(token);
  if (!list || !all) return <div className={styles.list} />;
  const { friends } = all;
  const known = new Set(list.conversations.map((each) => each.account));
  const others = friends.filter((each) => !known.has(each.account));
  return (
    <nav className={styles.list} aria-label={t("title")}>
      <FriendRequests token={token} asking={all.asking} />
      {friends.length === 0 && <NoFriends asked={all.asked} />}
      <ul>
        {list.conversations.map((each) => (
          <li key={each.account}>
            <Line conversation={each} isOpen={each.account === opened} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2 className={styles.begin}>{t("begin")}</h2>
          <ul>
            {others.map((each) => (
              <li key={each.account}>
                <Entry friend={each} isOpen={each.account === opened} />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

/** Asks somebody, and shows who was asked already. */
function NoFriends({ asked }: { asked: readonly Friend[] }) {
  const { t } = useTranslation(["conversations", "friends"]);
  return (
    <>
      <p className={styles.quiet}>{t("noFriends")}</p>
      <AskFriend />
      <ul>
        {asked.map(({ account, name }) => (
          <li key={account}>
            <PlayerName account={account} name={name} /> <span className={styles.quiet}>{t("friends:asked")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { t } = useTranslation(["conversations", "app"]);
  const when = useShortWhen();
  const { me } = useRoom();
  const { last, unread } = conversation;
  return (
    <Entry friend={conversation} isOpen={isOpen} when={when(last.at_ms)}>
      <span className={styles.last} data-unread={unread > 0}>
        {last.account === me.account ? t("you", { text: last.text }) : last.text}
      </span>
      {unread > 0 && (
        <span className={`${styles.badge} num`}>
          <span aria-hidden="true">{unread}</span>
          <span className="sr">{t("app:room.badge", { count: unread })}</span>
        </span>
      )}
    </Entry>
  );
}

interface EntryProps {
  friend: Pick<Friend, "account" | "name">;
  isOpen: boolean;
  when?: string;
  children?: ReactNode;
}

function Entry({ friend: { account, name }, isOpen, when, children }: EntryProps) {
  return (
    <a
      className={styles.entry}
      href={addressOf({ at: "messages", player: account })}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className={styles.face}>
        <Face account={account} name={name} />
      </span>
      <span className={styles.words}>
        <span className={styles.first}>
          <span className={`${styles.name} name`}>{name}</span>
          {when && <span className={styles.when}>{when}</span>}
        </span>
        {children && <span className={styles.second}>{children}</span>}
      </span>
    </a>
  );
}
