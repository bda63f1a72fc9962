export interface Held {
  /** The card's code; the second one alike in a hand of several packs is `7h#2`. */
  id: string;
  code: string;
}

/** Gives every card of a hand an id of its own, also where two are alike. */
export function withIds(cards: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return cards.map((code) => {
    const number = (seen.get(code) ?? 0) + 1;
    seen.set(code, number);
    return { id: number === 1 ? code : `${code}#${number}`, code };
  });
}

/** The card that an id stands for. */
export function codeOf(id: string): string {
  return id.split("#")[0] ?? id;
}
