import { describe, expect, test } from "vitest";
import type { Conversations, MessagePage, PrivateLine } from "kafeneio-client";
import { joined, UNREAD_MAX, withLater, withLine, withRead } from "./conversations";

const ME = "me";
const line = (id: number, account: string, to: string): PrivateLine => ({
  id,
  account,
  to,
  text: `line ${id}`,
  at_ms: id,
});
const NONE: Conversations = { conversations: [], unread: 0 };

describe("the list of conversations", () => {
  test("has the one with the newest line first, and counts what friends have written", () => {
    const list = withLine(withLine(NONE, line(1, "dina", ME), "Dina", ME), line(2, "zoe", ME), "Zoe", ME);
    expect(list.conversations.map((each) => [each.name, each.unread])).toEqual([
      ["Zoe", 1],
      ["Dina", 1],
    ]);
    expect(list.unread).toBe(2);
    const again = withLine(list, line(3, "dina", ME), "Dina", ME);
    expect(again.conversations.map((each) => each.name)).toEqual(["Dina", "Zoe"]);
    expect(again.unread).toBe(3);
  });

  test("takes a line once, and an older one never", () => {
    const list = withLine(NONE, line(5, "dina", ME), "Dina", ME);
    expect(withLine(list, line(5, "dina", ME), "Dina", ME)).toBe(list);
    expect(withLine(list, line(4, "dina", ME), "Dina", ME)).toBe(list);
  });

  test("has nothing unread after one's own line, or after a mark that reaches the last", () => {
    const list = withLine(NONE, line(5, "dina", ME), "Dina", ME);
    expect(withLine(list, line(6, ME, "dina"), "Me", ME).unread).toBe(0);
    expect(withLine(list, line(6, ME, "dina"), "Me", ME).conversations[0]?.name).toBe("Dina");
    expect(withRead(list, "dina", 4).unread).toBe(1);
    expect(withRead(list, "dina", 5).unread).toBe(0);
  });

  test("counts no further than the server does", () => {
    let list = NONE;
    for (let id = 1; id <= UNREAD_MAX + 5; id++) list = withLine(list, line(id, "dina", ME), "Dina", ME);
    expect(list.unread).toBe(UNREAD_MAX);
  });
});

describe("an answer that was on its way while lines came", () => {
  const dina = withLine(NONE, line(1, "dina", ME), "Dina", ME);

  test("takes no line away from the list", () => {
    const now = withLine(dina, line(2, "zoe", ME), "Zoe", ME);
    expect(withLater(dina, now, dina)).toEqual(now);
    expect(withLater(now, dina, dina)).toBe(now);
  });

  test("ends a conversation that was known when it was asked for", () => {
    expect(withLater(NONE, dina, dina)).toBe(NONE);
  });

  test("takes no line away from what is open", () => {
    const page = (...ids: number[]): MessagePage => ({
      account: "dina",
      name: "Dina",
      lines: ids.map((id) => line(id, "dina", ME)),
      next_before: ids[0] ?? null,
      unread: 0,
      closed: null,
      photo: null,
      avatar: null,
    });
    const ids = (found: MessagePage) => found.lines.map((each) => each.id);
    expect(ids(joined(page(3, 4), page(3, 4, 5)))).toEqual([3, 4, 5]);
    expect(ids(joined(page(3, 4), page(1, 2, 3, 4, 5)))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(joined(page(7, 8), page(1, 2, 3)))).toEqual([7, 8]);
  });
});
