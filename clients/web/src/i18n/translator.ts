import i18next, { type DefaultNamespace, type FlatNamespace, type TFunction } from "i18next";

/** One namespace, or the first of several: words of the others are named `play:tiles.people`. */
export type Spaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]];

const translators = new Map<string, TFunction<FlatNamespace>>();

/** The words of `ns` in `language`. Always the same function for the same two, so hooks may depend on it. */
export function translator<const Ns extends Spaces = DefaultNamespace>(language: string, ns?: Ns): TFunction<Ns> {
  const first = (typeof ns === "object" ? ns[0] : ns) ?? null;
  const name = `${language} ${first}`;
  let found = translators.get(name);
  if (!found) {
    found = remembering(i18next.getFixedT(language, first)) as TFunction<FlatNamespace>;
    translators.set(name, found);
  }
  return found as unknown as TFunction<Ns>;
}

type Loose = (key: unknown, ...values: unknown[]) => unknown;

/** So many texts are kept of one namespace in one language. */
const KEPT_MAX = 2_000;

/** Looks a text up once, with what is filled into it: i18next needs longer for it than React for a small component. */
function remembering(lookUp: unknown): unknown {
  const texts = new Map<string, unknown>();
  return (key: unknown, ...values: unknown[]) => {
    const asked = askedBy(key, values);
    if (asked === null) return (lookUp as Loose)(key, ...values);
    const known = texts.get(asked);
    if (known !== undefined) return known;
    const text = (lookUp as Loose)(key, ...values);
    // A key is its own text until its words have been loaded.
    if (text === (key as string).replace(/^\w+:/, "")) return text;
    if (texts.size >= KEPT_MAX) texts.clear();
    texts.set(asked, text);
    return text;
  };
}

/** What distinguishes one look-up from others; null: it cannot be seen from its values. */
function askedBy(key: unknown, values: readonly unknown[]): string | null {
  if (typeof key !== "string") return null;
  const given = values.filter((value) => value !== undefined);
  if (given.length === 0) return key;
  const [filled] = given;
  if (given.length > 1 || typeof filled !== "object" || filled === null) return null;
  if (Object.values(filled).some((value) => typeof value === "object" || typeof value === "function")) return null;
  return `${key} ${JSON.stringify(filled)}`;
}
