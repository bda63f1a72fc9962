import { rest } from "kafeneio-client";
import { untilAnswered } from "../people/untilAnswered";
import type { Store } from "../state/store";

/** What visits need of the session that this browser has. */
interface Session {
  enter(token: string): void;
  /** Ends it; returns when the server has answered, or could not be reached. */
  leave(): Promise<void>;
}

/** Going to other cells and coming from them. A visit begins and ends by leaving one site for the other: no request goes
 * from the page of one to the server of the other. */
export class Visits {
  constructor(
    private readonly store: Store,
    private readonly session: Session,
  ) {}

  /** Comes in with the pass of another cell; a session that this browser had here ends. A refusal is thrown. */
  async begin(pass: string): Promise<void> {
    const { token } = await rest.visit({ pass, terms: null });
    if (this.store.getState().token) await this.session.leave();
    this.session.enter(token);
  }

  /** Leaves the page for another cell, as its visitor; the session here goes on. A refusal of the pass is thrown. */
  async goTo(cell: string): Promise<void> {
    const { pass, address } = await rest.askPass(this.store.getState().token ?? "", cell);
    window.location.assign(`${address}/visit#${pass}`);
  }

  /** A visitor goes home: the session here ends, and the page is left. */
  async goHome(): Promise<void> {
    const { visit } = this.store.getState();
    if (!visit) return;
    await this.session.leave();
    window.location.assign(`${visit.home.address}/`);
  }

  /** Asks which other cells there are, until there is an answer. */
  async loadCells(): Promise<void> {
    const found = await this.untilAnswered("cells", rest.cells);
    if (found) this.store.setState({ cells: found.cells });
  }

  /** Asks a visitor's own visit (the home's name and address, and what was there): without it no way leads home. */
  async loadVisit(): Promise<void> {
    const found = await this.untilAnswered("visit", rest.me);
    if (found) this.store.setState({ visit: found.visit });
  }

  private async untilAnswered<T>(what: string, ask: (token: string) => Promise<T>): Promise<T | null> {
    const { token } = this.store.getState();
    if (!token) return null;
    const isSame = () => this.store.getState().token === token;
    const found = await untilAnswered(`${what} ${token}`, () => ask(token), isSame);
    return isSame() ? found : null;
  }
}
