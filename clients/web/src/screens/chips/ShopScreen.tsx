import { useState } from "react";
import { useRoom } from "../../app/context";
import { addressOf, readPage } from "../../app/pages";
import { newId, rest, type PackLine, type Shop } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { GiftPicture } from "./art";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { useNames } from "./names";
import { FirstPurchase } from "./FirstPurchase";
import { Purchases } from "./Purchases";
import { DebtPart } from "./DebtPart";
import { useChips, useMoney } from "../../i18n/useAmounts";
import { type Resource, useResource } from "../../app/useResource";

export function ShopScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const kept = useResource(() => rest.shop(token));
  const { value, refused, busy } = kept;
  return (
    <ChipsPaper at="shop" title={t("shop.title")} lead={t("shop.lead")} helpline={value?.helpline ?? null}>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!value && busy && <p role="status">{t("busy")}</p>}
      {value && (
        <>
          {value.debt_chips > 0 && <DebtPart token={token} debt={value.debt_chips} kept={kept} />}
          <Packs token={token} shop={value} kept={kept} />
          <ToAvatars />
          <Items shop={value} />
          <Purchases token={token} />
        </>
      )}
    </ChipsPaper>
  );
}

interface Part {
  token: string;
  shop: Shop;
  kept: Resource<Shop>;
}

/** A page of this site is opened where the buyer is: the site's address of the settings may be another of its names. */
export function whereToPay(url: string): string {
  const { pathname } = new URL(url, window.location.href);
  return readPage(pathname)?.at === "pay" ? pathname : url;
}

function Packs({ token, shop, kept }: Part) {
  const { t } = useTranslation("economy");
  const money = useMoney();
  const chips = useChips();
  const { chips: own } = useRoom();
  const [asking, setAsking] = useState<PackLine | null>(null);

  async function buy(pack: PackLine) {
    setAsking(null);
    const payment = await kept.act(
      () => rest.pay(token, { id: newId(), pack: pack.pack, seen_cents: pack.price_cents, seen_chips: pack.chips }),
      (_, held) => held,
    );
    if (payment?.url) window.location.assign(whereToPay(payment.url));
  }

  /** Who has never been asked for a limit is asked before the first purchase; where nobody can say, nobody is kept. */
  async function begin(pack: PackLine) {
    const card = await rest.care(token).catch(() => null);
    const limited = card?.limits.some((line) => line.name.startsWith("deposit") && line.value !== null);
    if (card && !card.limits_asked && !limited) setAsking(pack);
    else await buy(pack);
  }

  return (
    <section className={styles.part} aria-labelledby="packs">
      <h2 id="packs">{t("shop.packs")}</h2>
      {shop.provider === "simulated" && <p>{t("shop.simulated")}</p>}
      {shop.provider === "none" && <p>{t("shop.closed")}</p>}
      <ul className={styles.lines}>
        {(shop.provider === "none" ? [] : shop.packs).map((pack) => {
          const said = { chips: chips(pack.chips), price: money(pack.price_cents) };
          return (
            <li key={pack.pack} className={styles.line}>
              <span className={styles.what}>
                <strong>{t("shop.packLine", said)}</strong>
                <span>{t("shop.afterwards", { before: chips(own), after: chips(own + pack.chips) })}</span>
              </span>
              <Button busy={kept.busy} onClick={() => void begin(pack)} aria-label={t("shop.buyPack", said)}>
                {t("shop.buy")}
              </Button>
            </li>
          );
        })}
      </ul>
      {asking && <FirstPurchase token={token} onGo={() => void buy(asking)} onClose={() => setAsking(null)} />}
    </section>
  );
}

/** Avatars are bought where they are worn: in one's profile. */
function ToAvatars() {
  const { t } = useTranslation("economy");
  return (
    <section className={styles.part} aria-labelledby="avatars">
      <h2 id="avatars">{t("shop.avatars")}</h2>
      <p>{t("shop.avatarsLead")}</p>
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "account" })}>{t("shop.toAvatars")}</ButtonLink>
      </div>
    </section>
  );
}

function Items({ shop }: { shop: Shop }) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const chips = useChips();
  return (
    <section className={styles.part} aria-labelledby="items">
      <h2 id="items">{t("shop.items")}</h2>
      <p>{t("shop.itemsLead")}</p>
      <ul className={styles.things}>
        {shop.items.map((line) => (
          <li key={line.item}>
            <GiftPicture name={line.item} /> {named("item", line.item)} ·{" "}
            <span className="num">{chips(line.price_chips)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
