import { useChips } from "../../../i18n/useAmounts";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useLotteryName, useNames } from "../../chips/names";
import {
  changesOf,
  DRAWS,
  type Good,
  type GoodChange,
  type Goods,
  isPack,
  oddsOf,
  priceOf,
  type Section,
} from "./goods";

/** What the shop sells, and what changes of it, in words. */
export function useGoodsWords() {
  const { t } = useTranslation("setting");
  const chips = useChips();
  const { money, number, share, list } = useFormats();
  const lottery = useLotteryName();
  const named = useNames();
  const name = (section: Section, good: string) => {
    if (section === "packs") return t("shop.pack");
    if (section === "lotteries") return lottery(good);
    return named(section === "items" ? "item" : "avatar", good);
  };
  const say = (good: Good) => {
    if (typeof good === "number") return chips(good);
    if (isPack(good)) return t("shop.packSays", { chips: chips(good.chips), price: money(good.price_cents) });
    const { paid } = oddsOf(good);
    const prizes = list(good.rows.map(([draws, prize]) => `${number(draws)} × ${number(prize)}`));
    const back = good.price_chips === 0 ? chips(Math.round(paid / DRAWS)) : share(paid / DRAWS / good.price_chips);
    return t("shop.lotterySays", { price: chips(good.price_chips), back, prizes });
  };
  const change = (section: Section, { name: good, before, after }: GoodChange) => {
    const called = name(section, good);
    if (after === null) return t("shop.taken", { name: called, before: before === null ? "" : say(before) });
    if (before === null) return t("shop.added", { name: called, after: say(after) });
    return t("shop.changed", { name: called, before: say(before), after: say(after) });
  };
  return {
    name,
    /** A line for each difference. */
    changes: (section: Section, before: Goods, after: Goods) =>
      changesOf(before, after).map((each) => change(section, each)),
    /** A line for everything that is sold, the cheapest first. */
    all: (section: Section, goods: Goods) =>
      Object.entries(goods)
        .toSorted(([, one], [, other]) => priceOf(one) - priceOf(other))
        .map(([good, is]) => t("shop.added", { name: name(section, good), after: say(is) })),
  };
}
