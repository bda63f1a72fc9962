import i18next, { type DefaultNamespace, type TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import type { Language } from "../state/settings";
import { type Spaces, translator } from "./translator";

function subscribe(changed: () => void): () => void {
  i18next.on("languageChanged", changed);
  return () => i18next.off("languageChanged", changed);
}

const shown = () => i18next.language as Language;

/** The words of `ns` in the language that is shown, and that language; another language draws the component anew. */
export function useTranslation<const Ns extends Spaces = DefaultNamespace>(
  ns?: Ns,
): { t: TFunction<Ns>; language: Language } {
  const language = useSyncExternalStore(subscribe, shown);
  return { t: translator(language, ns), language };
}
