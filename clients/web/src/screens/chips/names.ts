import { useWords } from "../../i18n/useWords";

/** A lottery's name; one that only the operator knows is called by its id. */
export function useLotteryName(): (lottery: string) => string {
  const { has, lookUp } = useWords();
  return (lottery) => {
    const key = `lotteries.names.${lottery}`;
    return has(key, "economy") ? lookUp(key, "economy") : lottery;
  };
}

/** Names of pictures and items; what only the operator knows is called by its id. */
export function useNames(): (kind: "avatar" | "item", id: string) => string {
  const { has, lookUp } = useWords();
  return (kind, id) => {
    const key = `shop.${kind}Names.${id}`;
    return has(key, "economy") ? lookUp(key, "economy") : id;
  };
}
