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

/** Looks a text up once that nothing is filled into: i18next needs longer for it than React for a small component. */
function remembering(lookUp: unknown): unknown {
  const texts = new Map<string, unknown>();
  return (key: unknown, ...values: unknown[]) => {
    if (typeof key !== "string" || values.some((value) => value !== undefined))
      return (lookUp as Loose)(key, ...values);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = (lookUp as Loose)(key);
    // A key is its own text until its words have been loaded.
    if (text !== key) texts.set(key, text);
    return text;
  };
}
