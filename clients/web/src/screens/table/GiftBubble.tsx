import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { GiftPicture } from "../chips/art";
import { useNames } from "../chips/names";
import styles from "./GiftBubble.module.css";
import type { StillView } from "../../state/still";

const SHOWN = 3;

/** What stands before a seat: the last things that it was given in this match. */
export function GiftBubble({ view, seat }: { view: StillView; seat: number }) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const gifts = useApp((state) => state.gifts);
  const own = gifts.filter((gift) => gift.match === view.match && gift.to_seat === seat).slice(-SHOWN);
  if (own.length === 0) return null;
  return (
    <ul className={styles.gifts}>
      {own.map((gift) => {
        const said = t("gift.bubble", { item: named("item", gift.item), name: view.seats[gift.from_seat]?.name ?? "" });
        return (
          <li key={gift.gift} title={said}>
            <GiftPicture name={gift.item} size={20} />
            <span className="sr">{said}</span>
          </li>
        );
      })}
    </ul>
  );
}
