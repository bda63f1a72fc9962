/** The platform's own reasons to call a competition off, with their text; any other reason is an operator's words. */
const CALLED_OFF = {
  too_few_entrants: "tooFew",
  series_changed: "seriesChanged",
  by_maker: "byMaker",
  by_staff: "byStaff",
} as const;
/** The names in which the platform makes the evenings of every installation; one that was named anew keeps its name. */
const OWN_NAMES = { "evening-free": "Tavli evening", "evening-chips": "Sunday cup" } as const;
const OWN_WORDS = { "evening-free": "evenings.free", "evening-chips": "evenings.chips" } as const;

/** The text for why a competition was called off; null: the reason is words already. */
export function calledOffWord(reason: string | null): (typeof CALLED_OFF)[keyof typeof CALLED_OFF] | null {
  return CALLED_OFF[reason as keyof typeof CALLED_OFF] ?? null;
}

/** The text that is the name of one of the evenings of every installation; null: it has a name of its own. */
export function eveningWord({ id, name }: { id: string; name: string }): "evenings.free" | "evenings.chips" | null {
  const template = /^(evening-(?:free|chips))(?:-\d{8}(?:-\d+)?)?$/.exec(id)?.[1] as keyof typeof OWN_NAMES | undefined;
  return template !== undefined && OWN_NAMES[template] === name ? OWN_WORDS[template] : null;
}
