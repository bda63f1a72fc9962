import { useState } from "react";
import { useRoom } from "../../app/context";
import { newId, rest, type AvatarLine, type Shop } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Picture } from "./art";
import styles from "./Chips.module.css";
import { useNames } from "./names";
import { SpendDialog, type Spending } from "./SpendDialog";
import { useChips } from "../../i18n/useAmounts";
import { type Resource } from "../../app/useResource";
import { withWardrobe } from "./ownedAvatars";

interface Props {
  token: string;
  shop: Shop;
  kept: Resource<Shop>;
}

/** Every avatar: to buy, to put on, to take off. */
export function Avatars({ token, shop, kept }: Props) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const [spending, setSpending] = useState<Spending | null>(null);
  const buy = ({ avatar, price_chips: seen_chips }: AvatarLine) =>
    void kept.act(() => rest.buyAvatar(token, { id: newId(), avatar, place: "profile", seen_chips }), withWardrobe);
  const wear = (avatar: string | null) => void kept.act(() => rest.wearAvatar(token, avatar), withWardrobe);
  return (
    <section className={styles.part} aria-labelledby="avatars">
      <h2 id="avatars">{t("shop.avatars")}</h2>
      <ul className={`${styles.cards} ${styles.pictures}`}>
        {shop.avatars.map((line) => (
          <AvatarCard
            key={line.avatar}
            line={line}
            worn={shop.worn === line.avatar}
            busy={kept.busy}
            onBuy={() =>
              setSpending({
                name: named("avatar", line.avatar),
                chips: line.price_chips,
                go: () => buy(line),
              })
            }
            onWear={wear}
          />
        ))}
      </ul>
      {spending && <SpendDialog spending={spending} onClose={() => setSpending(null)} />}
    </section>
  );
}

interface AvatarProps {
  line: AvatarLine;
  worn: boolean;
  busy: boolean;
  onBuy: () => void;
  onWear: (avatar: string | null) => void;
}

function AvatarCard({ line, worn, busy, onBuy, onWear }: AvatarProps) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const chips = useChips();
  const { chips: own } = useRoom();
  const name = named("avatar", line.avatar);
  const left = own - line.price_chips;
  const sums = { before: chips(own), after: chips(left) };
  return (
    <li className={styles.card}>
      <Picture name={line.avatar} />
      <h3>{name}</h3>
      {line.owned ? (
        <p>{t(worn ? "shop.worn" : "shop.owned")}</p>
      ) : (
        <p className="num">
          <strong>{chips(line.price_chips)}</strong>
          <br />
          {t(left < 0 ? "shop.short" : "shop.afterwards", sums)}
        </p>
      )}
      {line.owned ? (
        <Button
          busy={busy}
          onClick={() => onWear(worn ? null : line.avatar)}
          aria-label={`${t(worn ? "shop.takeOff" : "shop.wear")}: ${name}`}
        >
          {t(worn ? "shop.takeOff" : "shop.wear")}
        </Button>
      ) : (
        <Button busy={busy} disabled={left < 0} onClick={onBuy} aria-label={`${t("shop.buy")}: ${name}`}>
          {t("shop.buy")}
        </Button>
      )}
    </li>
  );
}
