import { useMemo, useState } from "react";
import { useApp, useRoom } from "../../app/context";
import type { Friend, PlayerLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { IconButton } from "../../parts/IconButton";
import { useStillOrder } from "../../parts/useStill";
import { goTo } from "../../app/pages";
import { useConversations } from "../../people/conversations";
import { Face } from "../../people/Face";
import { friendsRest, useFriends } from "../../people/friends";
import { PlayerName } from "../../people/PlayerName";
import { CallDialog } from "../calls/CallDialog";
import { statusWord } from "../../state/lists";
import { Empty } from "../Empty";
import { AskFriend } from "./AskFriend";
import styles from "./FriendsPart.module.css";
import { useAct } from "./useAct";

interface Props {
  /** Opens the dialog where a friend is invited to a table. */
  onInvite: (name: string) => void;
  /** A hand is at the list: nobody changes places. */
  isHeld: boolean;
}

/** Friends and where they are, who would like to be one, and the way to ask somebody. */
export function FriendsPart(props: Props) {
  const [calling, setCalling] = useState<{ friend: string | null } | null>(null);
  return (
    <>
      <FriendsList {...props} onCall={(friend) => setCalling({ friend })} />
      {calling && <CallDialog {...calling} onClose={() => setCalling(null)} />}
    </>
  );
}

/** Apart from the dialog, which stays open while the list is asked for again. */
function FriendsList({ onInvite, isHeld, onCall }: Props & { onCall: (friend: string | null) => void }) {
  const { t } = useTranslation("friends");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const friends = useFriends(token);
  const { act, refused } = useAct();
  const { t: calls } = useTranslation("calls");
  const [adding, setAdding] = useState(false);
  if (!friends) return null;
  const isEmpty = friends.friends.length === 0 && friends.asking.length === 0;
  return (
    <section className={styles.friends} aria-label={t("title")}>
      <div className={styles.head}>
        <h2>{t("title")}</h2>
        {(adding || !isEmpty) && (
          <IconButton icon="plus" label={t("more")} aria-expanded={adding} onClick={() => setAdding(!adding)} />
        )}
      </div>
      {adding && <AskFriend isWanted />}
      {refused && <p role="alert">{says(refused)}</p>}
      <FriendRequests token={token} asking={friends.asking} />
      <ul className={styles.list}>
        <Present
          friends={friends.friends}
          onInvite={onInvite}
          onCall={onCall}
          isHeld={isHeld}
          onRemove={(who) => act(friendsRest.remove(token, who))}
        />
        {friends.asked.map((each) => (
          <li key={each.account} className={styles.friend}>
            <Portrait friend={each} />
            <Words friend={each} status={t("asked")} />
            <IconButton
              icon="close"
              label={t("takeBack", { name: each.name })}
              onClick={() => void act(friendsRest.remove(token, each.account))}
            />
          </li>
        ))}
      </ul>
      {isEmpty && !adding && <Empty step={{ name: t("more"), take: () => setAdding(true) }}>{t("none")}</Empty>}
      <Button kind="plain" onClick={() => onCall(null)}>
        {calls("make")}
      </Button>
    </section>
  );
}

interface PresentProps extends Props {
  friends: readonly Friend[];
  onRemove: (account: string) => void;
  /** Opens the dialog where a friend who is away is invited. */
  onCall: (name: string) => void;
}

/** Those who are here first. */
function Present({ friends, onInvite, onCall, isHeld, onRemove }: PresentProps) {
  const { t } = useTranslation(["friends", "app"]);
  const { me, players, seatedAt } = useRoom();
  const unread = useUnreadBy();
  const { t: calls } = useTranslation("calls");
  const lineOf = ({ account }: Friend): PlayerLine | undefined => players.get(account);
  const lines = [...friends.filter(lineOf), ...friends.filter((each) => !lineOf(each))];
  const source = useMemo(() => ({ friends, players }), [friends, players]);
  const shown = useStillOrder({ source, lines, keyOf: (each) => each.account, isHeld });
  return shown.map(({ line: each, isGone }) => {
    if (isGone) return null; // taken off by one's own hand
    const line = lineOf(each);
    const status = line?.status ?? "absent";
    const word = line ? t(`app:people.status.${statusWord(line)}`) : t("absent");
    const free = status === "online" && seatedAt === null;
    return (
      <li key={each.account} className={styles.friend} data-status={status}>
        <Portrait friend={each} />
        <Words friend={each} status={word} />
        {free && <Button onClick={() => onInvite(each.name)}>{t("invite")}</Button>}
        {!me.guest && <WriteButton friend={each} unread={unread.get(each.account) ?? 0} />}
        {!free && status !== "online" && (
          <IconButton icon="letter" label={calls("to", { name: each.name })} onClick={() => onCall(each.name)} />
        )}
        <IconButton icon="close" label={t("remove", { name: each.name })} onClick={() => onRemove(each.account)} />
      </li>
    );
  });
}

function WriteButton({ friend: { account, name }, unread }: { friend: Friend; unread: number }) {
  const { t } = useTranslation(["friends", "app"]);
  const label = t("write", { name });
  return (
    <IconButton
      icon="chat"
      label={unread > 0 ? `${label}, ${t("app:room.badge", { count: unread })}` : label}
      count={unread}
      onClick={() => goTo({ at: "messages", player: account })}
    />
  );
}

/** Account → how many of a friend's lines are not read. */
function useUnreadBy(): ReadonlyMap<string, number> {
  const token = useApp((state) => state.token);
  const { me } = useRoom();
  const list = useConversations(me.guest ? null : token);
  return useMemo(() => new Map(list?.conversations.map((each) => [each.account, each.unread])), [list]);
}

/** Who would like to be a friend, with the two answers; nothing when nobody has asked. */
export function FriendRequests({ token, asking }: { token: string; asking: readonly Friend[] }) {
  const says = useSays();
  const { act, refused } = useAct();
  return (
    <>
      {refused && <p role="alert">{says(refused)}</p>}
      {asking.length > 0 && (
        <ul className={styles.list}>
          {asking.map((each) => (
            <Asking
              key={each.account}
              friend={each}
              onAnswer={(yes) => act(friendsRest.answer(token, each.account, yes))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Asking({ friend, onAnswer }: { friend: Friend; onAnswer: (accept: boolean) => void }) {
  const { t } = useTranslation("friends");
  return (
    <li className={styles.friend} data-asking="true">
      <Portrait friend={friend} />
      <Words friend={friend} status={t("asks")} />
      <span className={styles.answers}>
        <Button kind="action" onClick={() => onAnswer(true)}>
          {t("yes")}
        </Button>
        <Button onClick={() => onAnswer(false)}>{t("no")}</Button>
      </span>
    </li>
  );
}

function Portrait({ friend }: { friend: Friend }) {
  return (
    <span className={styles.face}>
      <Face account={friend.account} name={friend.name} />
    </span>
  );
}

function Words({ friend, status }: { friend: Friend; status: string }) {
  return (
    <span className={styles.words}>
      <span className="name">
        <PlayerName account={friend.account} name={friend.name} />
      </span>
      <span className={styles.quiet}>{status}</span>
    </span>
  );
}
