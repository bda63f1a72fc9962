import type {
  Acted,
  Beat,
  DoneFrame,
  FromClient,
  Hello,
  HiddenFrame,
  LegalMoves,
  RefusedFrame,
} from "./generated/wire.ts";

export type Command = Exclude<FromClient, Hello | Beat | Acted | HiddenFrame>;
export type Answer = DoneFrame | RefusedFrame;

interface Waiting {
  frame: Command;
  answer: (answer: Answer) => void;
}

/** Commands that have not been answered yet, oldest first. The same id is sent again until it is answered. */
export class Outbox {
  private readonly waiting = new Map<string, Waiting>();

  add(frame: Command): Promise<Answer> {
    return new Promise((answer) => this.waiting.set(frame.id, { frame, answer }));
  }

  /** Gives the answer to the command's caller; false if there is none (answered before, or another id). */
  settle(answer: Answer | LegalMoves): boolean {
    const found = answer.id ? this.waiting.get(answer.id) : undefined;
    if (!found) return false;
    this.waiting.delete(found.frame.id);
    found.answer(answer as Answer); // `legal_moves` comes to those alone who have asked for it: programs, not this client
    return true;
  }

  /** The commands to send again on a new connection. */
  frames(): Command[] {
    return [...this.waiting.values()].map((entry) => entry.frame);
  }

  /** Drops all commands, answering each with `error`. */
  clear(error: string): void {
    for (const { frame } of this.waiting.values()) this.settle({ t: "refused", id: frame.id, error });
  }
}
