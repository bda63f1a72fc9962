import { type FirstHand, keepFirstHand } from "../state/firstHand";
import type { Store } from "../state/store";

/** The guided first hand that is on in this browser: kept, so that a reload goes on with it. */
export class FirstHands {
  constructor(private readonly store: Store) {}

  begin(game: string): void {
    this.keep({ game, step: 0, owed: null });
  }

  keep(firstHand: FirstHand | null): void {
    keepFirstHand(firstHand);
    this.store.setState({ firstHand });
  }

  end(): void {
    this.keep(null);
  }
}
