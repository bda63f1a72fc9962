import { keepNewcomer } from "../state/newcomer";
import { hasEnded } from "../state/openTable";
import type { Store } from "../state/store";

/** The first steps of an account that was begun in this browser: shown until its first match has ended, or they are
 * closed. */
export class FirstSteps {
  constructor(private readonly store: Store) {
    store.subscribe(({ open, newcomer }) => {
      const own = open?.resultSeats?.you ?? null;
      if (newcomer !== null && open !== null && own !== null && hasEnded(open)) this.end();
    });
  }

  begin(account: string): void {
    this.keep(account);
  }

  end(): void {
    this.keep(null);
  }

  private keep(newcomer: string | null): void {
    keepNewcomer(newcomer);
    this.store.setState({ newcomer });
  }
}
