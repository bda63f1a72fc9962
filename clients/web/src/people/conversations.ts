import { useEffect, useSyncExternalStore } from "react";
import {
  ask,
  type Conversation,
  type Conversations,
  type MessagePage,
  type PrivateMessageFrame,
} from "kafeneio-client";
import { inOrder } from "../app/questions";
import { refusal } from "../app/useRequest";
import type { Refusal } from "../i18n/useWords";

/** What is open on the screen: the lines with a friend, the newest pages of them. */
export interface Opened {
  player: string;
  page: MessagePage | null;
  refused: Refusal | null;
}

/** One's conversations: asked once a session, changed by each line that comes, asked again after a cut. */
interface Held {
  token: string;
  list: Conversations | null;
  opened: Opened | null;
}

const AGAIN_MS = 1_000;
const DOUBLINGS_MAX = 5;
/** As many lines that are not read are counted. */
export const UNREAD_MAX = 99;

let held: Held | null = null;
const listeners = new Set<() => void>();
const askingList = inOrder();
const askingOpened = inOrder();

function set(change: (before: Held) => Held): void {
  if (held === null) return;
  held = change(held);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list as it is now; while the server cannot say, it is asked again ever later. */
function load(token: string, tries = 0): void {
  const counts = askingList();
  const known = held?.list ?? null;
  ask("GET /api/me/conversations", { token }).then(
    (list) =>
      held?.token === token && counts() && set((before) => ({ ...before, list: withLater(list, before.list, known) })),
    () => {
      if (held?.token !== token || !counts()) return;
      setTimeout(() => load(token, tries + 1), AGAIN_MS * 2 ** Math.min(tries, DOUBLINGS_MAX));
    },
  );
}

/** The newest page with the friend, or why there is none. */
function loadOpened(token: string, player: string): void {
  const counts = askingOpened();
  const change = (part: (opened: Opened) => Opened) => counts() && changeOpened(player, part);
  ask("GET /api/me/conversations/{player}", { token, path: { player } }).then(
    (page) => change((opened) => ({ ...opened, page: joined(page, opened.page), refused: null })),
    (error: unknown) => change((opened) => ({ ...opened, page: null, refused: refusal(error) })),
  );
}

/** The newest page with what is held before it, if nothing is missing between them, and with lines that came while it was
 * on its way. */
export function joined(page: MessagePage, before: MessagePage | null): MessagePage {
  if (before === null) return page;
  const [first, last] = [page.lines[0]?.id, page.lines.at(-1)?.id ?? 0];
  const older = before.lines.filter((line) => first !== undefined && line.id < first);
  const later = before.lines.filter((line) => line.id > last);
  const meets = older.length > 0 && before.lines.some((line) => line.id === first);
  const lines = [...(meets ? older : []), ...page.lines, ...later];
  return { ...page, lines, next_before: meets ? before.next_before : page.next_before };
}

/** The list as it was answered, with what came while it was on its way: conversations whose last line is another now than
 * when it was asked for (`known`), and one that the answer does not have yet. */
export function withLater(list: Conversations, now: Conversations | null, known: Conversations | null): Conversations {
  const lastIn = (of: Conversations | null) => new Map(of?.conversations.map((each) => [each.account, each.last.id]));
  const [answered, before] = [lastIn(list), lastIn(known)];
  const later =
    now?.conversations.filter(
      ({ account, last }) => last.id !== before.get(account) && last.id > (answered.get(account) ?? 0),
    ) ?? [];
  if (later.length === 0) return list;
  const came = new Set(later.map((each) => each.account));
  const rest = list.conversations.filter((each) => !came.has(each.account));
  return counted([...later, ...rest].toSorted((one, other) => other.last.id - one.last.id));
}

function changeOpened(player: string, change: (opened: Opened) => Opened): void {
  set((before) => (before.opened?.player === player ? { ...before, opened: change(before.opened) } : before));
}

/** Asks again: after a cut, when friends have changed, when one has sat down or got up. */
export function conversationsChanged(): void {
  if (held === null) return;
  load(held.token);
  if (held.opened) loadOpened(held.token, held.opened.player);
}

/** Older lines of the open conversation. */
export async function loadOlder(token: string): Promise<void> {
  const opened = held?.opened;
  const before = opened?.page?.next_before ?? null;
  if (!opened || before === null) return;
  const path = { player: opened.player };
  const older = await ask("GET /api/me/conversations/{player}", { token, path, query: { before } });
  changeOpened(opened.player, (now) => {
    if (now.page?.next_before !== before) return now;
    return {
      ...now,
      page: { ...now.page, lines: [...older.lines, ...now.page.lines], next_before: older.next_before },
    };
  });
}

/** A line of one's own or of a friend has come. One that is known already changes nothing. */
export function messageCame({ line, name }: PrivateMessageFrame, me: string): void {
  const other = line.account === me ? line.to : line.account;
  if (held?.list && line.account === me && !held.list.conversations.some((each) => each.account === other)) {
    load(held.token); // the first line of a conversation: the friend's name and picture are the server's
  } else {
    set((before) => ({ ...before, list: before.list && withLine(before.list, line, name, me) }));
  }
  changeOpened(other, (opened) => {
    const { page } = opened;
    if (!page || page.lines.some((each) => each.id >= line.id)) return opened;
    return { ...opened, page: { ...page, lines: [...page.lines, line] } };
  });
}

/** The list with a new line: its conversation comes first. */
export function withLine(list: Conversations, last: Conversation["last"], name: string, me: string): Conversations {
  const own = last.account === me;
  const account = own ? last.to : last.account;
  const before = list.conversations.find((each) => each.account === account);
  if (before && before.last.id >= last.id) return list;
  const unread = own ? 0 : Math.min((before?.unread ?? 0) + 1, UNREAD_MAX);
  const fresh = { photo: null, avatar: null, ...before, account, name: before?.name ?? name, last, unread };
  return counted([fresh, ...list.conversations.filter((each) => each.account !== account)]);
}

/** The list after the lines of a friend up to one were read. */
export function withRead(list: Conversations, player: string, upTo: number): Conversations {
  return counted(
    list.conversations.map((each) => (each.account === player && each.last.id <= upTo ? { ...each, unread: 0 } : each)),
  );
}

const counted = (conversations: Conversation[]): Conversations => ({
  conversations,
  unread: conversations.reduce((sum, each) => sum + each.unread, 0),
});

export function messagesRead(player: string, upTo: number): void {
  set((before) => ({ ...before, list: before.list && withRead(before.list, player, upTo) }));
}

/** Whether the conversation with a player is on the screen: what comes there needs no notice. */
export const isOpen = (player: string): boolean => held?.opened?.player === player && !document.hidden;

function useHeld(token: string | null): Held | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, list: null, opened: held?.opened ?? null };
    conversationsChanged();
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found : null;
}

/** One's conversations as they are known; null until they are. */
export const useConversations = (token: string | null): Conversations | null => useHeld(token)?.list ?? null;

/** The lines with a friend, as long as they are shown. */
export function useOpened(token: string, player: string): Opened | null {
  const found = useHeld(token)?.opened ?? null;
  useEffect(() => {
    set((before) => ({ ...before, opened: { player, page: null, refused: null } }));
    if (held) loadOpened(held.token, player);
    return () => set((before) => (before.opened?.player === player ? { ...before, opened: null } : before));
  }, [player]);
  return found?.player === player ? found : null;
}
