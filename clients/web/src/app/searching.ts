import { type Answer, Refused, rest } from "kafeneio-client";
import type { Refusal } from "../i18n/useWords";
import { NO_FILTER, tableToPlayNow } from "../state/lists";
import type { Room } from "../state/room";
import { type Search, toBody, WAIT_S } from "../state/seek";
import type { Store } from "../state/store";

/** What a search needs of the client. */
interface Ways {
  join(table: string): Promise<Answer>;
  refused(refusal: Refusal): void;
}

/** The search for a game with people (services/lobby/RULES.md §9). */
export class Searching {
  /** How often something was asked or done; a reply to what was asked before that says nothing any more. */
  private turn = 0;

  constructor(
    private readonly store: Store,
    private readonly ways: Ways,
  ) {}

  /** How one's search stands; what cannot be read now stays as it was. */
  async load(): Promise<void> {
    const { token } = this.store.getState();
    const turn = ++this.turn;
    const seeks = token && (await rest.seeks(token).catch(() => null));
    if (seeks && turn === this.turn && this.store.getState().token === token) this.store.setState({ seeks });
  }

  /** Begins a search; returns the refusal, or null. */
  async start(search: Search): Promise<Refusal | null> {
    const { token, seeks } = this.store.getState();
    if (!token) return null;
    try {
      const begun = await rest.startSeek(token, toBody(search, seeks?.wait_max_s ?? search.waitS));
      this.turn += 1;
      this.store.setState({ seeks: begun });
      return null;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      return { code: refusal.error, detail: refusal.detail };
    }
  }

  /** Begins a search at one press; returns whether it runs. A notice says why not. */
  async startAtOnce(search: Search): Promise<boolean> {
    const refusal = await this.start(search);
    if (refusal) this.ways.refused(refusal);
    return refusal === null;
  }

  async stop(): Promise<void> {
    const { token } = this.store.getState();
    if (token) await rest.stopSeeking(token).catch(() => undefined); // the bar stays, and one can press again
    await this.load();
  }

  /** Sits down at a table without a stake where another player waits, or looks for people for one. */
  async playPeople(game: string, room: Room): Promise<void> {
    const waiting = tableToPlayNow(room, { ...NO_FILTER, game, stake: "free" });
    if (waiting && (await this.ways.join(waiting.table)).t === "done") return;
    await this.startAtOnce({ games: [game], stakes: [0], waitS: WAIT_S });
  }
}
