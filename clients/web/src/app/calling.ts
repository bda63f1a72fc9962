import { ask, newId, Refused } from "kafeneio-client";
import type { Refusal } from "../i18n/useWords";
import { callsChanged } from "../people/calls";
import type { Store } from "../state/store";
import { goTo } from "./pages";

/** What taking an invitation needs of the client. */
interface Ways {
  sitAt(table: string): void;
  refused(refusal: Refusal): void;
}

/** Invitations that wait (services/lobby/RULES.md §21). */
export class Calling {
  constructor(
    private readonly store: Store,
    private readonly ways: Ways,
  ) {}

  /** Sits down for an invitation, and goes there; returns the refusal, which a notice says too, or null. */
  async take(call: string): Promise<Refusal | null> {
    const { token } = this.store.getState();
    if (!token) return null;
    try {
      const line = await ask("POST /api/calls/{call}/take", { token, path: { call }, body: { id: newId() } });
      this.ways.sitAt(line.table);
      goTo({ at: "room" });
      return null;
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      const refusal = { code: failed.error, detail: failed.detail };
      this.ways.refused(refusal);
      return refusal;
    } finally {
      callsChanged();
    }
  }
}
