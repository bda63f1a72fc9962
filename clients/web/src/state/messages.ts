import type { AdminMessage } from "kafeneio-client";

type Messages = readonly AdminMessage[] | null;

/** The list with this message in the place of what was known of it, or at its end. */
export function withMessage(messages: Messages, message: AdminMessage): readonly AdminMessage[] {
  const known = messages ?? [];
  if (!known.some((each) => each.id === message.id)) return [...known, message];
  return known.map((each) => (each.id === message.id ? message : each));
}

/** Whether it opens by itself: nobody has read it, or it is a warning that waits for a word. */
export function isOpen(message: AdminMessage): boolean {
  return message.read_at_ms === null || (message.kind === "warning" && message.ack_at_ms === null);
}
