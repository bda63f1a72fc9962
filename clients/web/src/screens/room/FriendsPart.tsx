import { type FormEvent, useMemo, useState } from "react";
import { useApp, useRoom } from "../../app/context";
import type { Friend, PlayerLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { IconButton } from "../../parts/IconButton";
import { useStillOrder } from "../../parts/useStill";
import { Face } from "../../people/Face";
import { friendsRest, useFriends } from "../../people/friends";
import { PlayerLink } from "../../people/PlayerLink";
import { refusal } from "../../app/useRequest";
import styles from "./FriendsPart.module.css";

interface Props {
  /** Opens the dialog where a friend is invited to a table. */
  onInvite: (name: string) => void;
  /** A hand is at the list: nobody changes places. */
  isHeld: boolean;
}

/** Friends and where they are, who would like to be one, and the way to ask somebody. */
export function FriendsPart({ onInvite, isHeld }: Props) {
  const { t } = useTranslation("friends");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const friends = useFriends(token);
  const { act, refused } = useAct();
  const [adding, setAdding] = useState(false);
  if (!friends) return null;
  return (
    <section className={styles.friends} aria-label={t("title")}>
      <div className={styles.head}>
        <h2>{t("title")}</h2>
        <IconButton icon="plus" label={t("more")} aria-expanded={adding} onClick={() => setAdding(!adding)} />
      </div>
      {adding && <Add onAdd={(name) => act(friendsRest.ask(token, name))} />}
      {refused && <p role="alert">{says(refused)}</p>}
      <ul className={styles.list}>
        {friends.asking.map((each) => (
          <Asking
            key={each.account}
            friend={each}
            onAnswer={(yes) => act(friendsRest.answer(token, each.account, yes))}
          />
        ))}
        <Present
          friends={friends.friends}
          onInvite={onInvite}
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
      {friends.friends.length === 0 && friends.asking.length === 0 && <p className={styles.quiet}>{t("none")}</p>}
    </section>
  );
}

/** Carries out what was pressed, and keeps why it was refused; returns whether it was done. */
function useAct() {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const act = async (doing: Promise<void>): Promise<boolean> => {
    setRefused(null);
    try {
      await doing;
      return true;
    } catch (error) {
      setRefused(refusal(error));
      return false;
    }
  };
  return { act, refused };
}

interface PresentProps extends Props {
  friends: readonly Friend[];
  onRemove: (account: string) => void;
}

/** Those who are here first. */
function Present({ friends, onInvite, isHeld, onRemove }: PresentProps) {
  const { t } = useTranslation(["friends", "app"]);
  const { players, seatedAt } = useRoom();
  const lineOf = ({ account }: Friend): PlayerLine | undefined => players.get(account);
  const lines = [...friends.filter(lineOf), ...friends.filter((each) => !lineOf(each))];
  const source = useMemo(() => ({ friends, players }), [friends, players]);
  const shown = useStillOrder({ source, lines, keyOf: (each) => each.account, isHeld });
  return shown.map(({ line: each, isGone }) => {
    if (isGone) return null; // taken off by one's own hand
    const status = lineOf(each)?.status ?? "absent";
    const free = status === "online" && seatedAt === null;
    return (
      <li key={each.account} className={styles.friend} data-status={status}>
        <Portrait friend={each} />
        <Words friend={each} status={status === "absent" ? t("absent") : t(`app:people.status.${status}`)} />
        {free && <Button onClick={() => onInvite(each.name)}>{t("invite")}</Button>}
        <IconButton icon="close" label={t("remove", { name: each.name })} onClick={() => onRemove(each.account)} />
      </li>
    );
  });
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
        <PlayerLink account={friend.account} name={friend.name} />
      </span>
      <span className={styles.quiet}>{status}</span>
    </span>
  );
}

function Add({ onAdd }: { onAdd: (name: string) => Promise<boolean> }) {
  const { t } = useTranslation("friends");
  const [name, setName] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && (await onAdd(name.trim()))) setName("");
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <Field label={t("name")} value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
      <Button type="submit">{t("add")}</Button>
    </form>
  );
}
