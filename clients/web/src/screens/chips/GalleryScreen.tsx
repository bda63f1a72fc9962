import type { ReactNode } from "react";
import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { rest, type Gift, type Gifts, type Shop } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Look } from "../../people/Face";
import { ButtonLink } from "../../parts/ButtonLink";
import { Choice } from "../../parts/Choice";
import { useWhen } from "../records/useWhen";
import { Picture, GiftPicture } from "./art";
import { ChipsPaper } from "./ChipsPaper";
import { Empty } from "../Empty";
import styles from "./Chips.module.css";
import { useNames } from "./names";
import { useResource } from "../../app/useResource";
import { withWardrobe } from "./ownedAvatars";

const LAST = 20;
const NONE = "";

/** What is one's own: pictures, of which one may be worn, and what one was given at tables. */
export function GalleryScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  return (
    <ChipsPaper at="gallery" title={t("gallery.title")} lead={t("gallery.lead")}>
      <Pictures token={token} />
      <Given token={token} />
    </ChipsPaper>
  );
}

function Pictures({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const { value, refused, act } = useResource(() => rest.shop(token));
  const wear = (avatar: string) =>
    void act(() => rest.wearAvatar(token, avatar === NONE ? null : avatar), withWardrobe);
  return (
    <section className={styles.part} aria-labelledby="pictures">
      <h2 id="pictures">{t("gallery.pictures")}</h2>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value ? <Wardrobe shop={value} onWear={wear} /> : refused === null && <p role="status">{t("busy")}</p>}
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "account" })}>{t("shop.toAvatars")}</ButtonLink>
      </div>
    </section>
  );
}

function Wardrobe({ shop, onWear }: { shop: Shop; onWear: (avatar: string) => void }) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const { me } = useRoom();
  const owned = shop.avatars.filter((line) => line.owned);
  if (owned.length === 0) return <p>{t("gallery.noPictures")}</p>;
  const face = (art: ReactNode, name: string) => (
    <span className={styles.face}>
      <span className={styles.art}>{art}</span>
      {name}
    </span>
  );
  return (
    <Choice
      legend={t("gallery.wear")}
      options={[
        { value: NONE, label: face(<Look name={me.name} photo={null} avatar={null} />, t("gallery.letter")) },
        ...owned.map(({ avatar }) => ({
          value: avatar,
          label: face(<Picture name={avatar} size={48} />, named("avatar", avatar)),
        })),
      ]}
      value={shop.worn ?? NONE}
      onChange={onWear}
    />
  );
}

function Given({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const { value, refused } = useResource(() => rest.gallery(token));
  return (
    <section className={styles.part} aria-labelledby="given">
      <h2 id="given">{t("gallery.given")}</h2>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value ? <Shelf gifts={value.gifts} /> : refused === null && <p role="status">{t("busy")}</p>}
    </section>
  );
}

/** How many of each, and the last ones with their day. */
function Shelf({ gifts }: Gifts) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const when = useWhen();
  const { number } = useFormats();
  if (gifts.length === 0) return <Empty>{t("gallery.nothing")}</Empty>;
  const newest = gifts.toReversed().slice(0, LAST);
  return (
    <>
      <ul className={styles.things}>
        {[...counted(gifts)].map(([item, count]) => (
          <li key={item}>
            <GiftPicture name={item} /> {named("item", item)} <span className="num">× {number(count)}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.lines} aria-label={t("gallery.last")}>
        {newest.map((gift) => (
          <li key={gift.gift} className={styles.line}>
            <GiftPicture name={gift.item} />
            <span className={styles.what}>
              <strong>{named("item", gift.item)}</strong>
              <time>{when(gift.at_ms)}</time>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function counted(gifts: readonly Gift[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { item } of gifts) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
