import { useWords } from "../i18n/useWords";

/** What a transfer of chips was for, in words; a kind that this page does not know yet, by its code. */
export function useTransferKind(): (kind: string) => string {
  const { has, lookUp } = useWords();
  return (kind) => {
    const key = `wallet.kinds.${kind}`;
    return has(key, "economy") ? lookUp(key, "economy") : kind.replaceAll("_", " ");
  };
}
