import { useState } from "react";
import { useApp, useRoom } from "../../app/context";
import { newId, rest, type ItemLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { GiftPicture } from "../chips/art";
import { useNames } from "../chips/names";
import { useChips } from "../../i18n/useAmounts";
import { useResource } from "../../app/useResource";
import styles from "./GiftDialog.module.css";
import { useRecipients } from "./useRecipients";
import type { StillView } from "../../state/still";

/** A treat for somebody at the table, from one's own chips: what, for whom and for how much stands beside the press. `to`:
 * the seat of whom one thought of. */
export function GiftDialog({ view, to, onClose }: { view: StillView; to?: number; onClose: () => void }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const chips = useChips();
  const named = useNames();
  const { chips: own } = useRoom();
  const gift = useGift(view, to, onClose);
  const { line, refused, busy, give } = gift;
  const price = line?.price_chips ?? 0;
  const actions = line && (
    <Button kind="action" busy={busy} disabled={own < price} onClick={give}>
      {t("gift.give", { item: named("item", line.item), amount: chips(price) })}
    </Button>
  );
  return (
    <Dialog title={t("gift.title")} onClose={onClose} actions={actions}>
      {gift.people.length === 0 ? <p>{t("gift.nobody")}</p> : <Choices view={view} gift={gift} />}
      {line && (
        <p className="num">
          {t(own < price ? "shop.short" : "shop.afterwards", { before: chips(own), after: chips(own - price) })}
        </p>
      )}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </Dialog>
  );
}

function Choices({ view, gift }: { view: StillView; gift: Giving }) {
  const { t } = useTranslation("economy");
  const named = useNames();
  const { people, items, seat, line, choose } = gift;
  const label = (item: string) => <Item name={item} word={named("item", item)} />;
  return (
    <div className={styles.gift}>
      <Choice
        legend={t("gift.to")}
        options={people.map((each) => ({ value: String(each), label: view.seats[each]?.name ?? "" }))}
        value={String(seat)}
        onChange={(value) => choose({ seat: Number(value) })}
      />
      <Choice
        legend={t("gift.what")}
        options={items.map((each) => ({ value: each.item, label: label(each.item) }))}
        value={line?.item ?? ""}
        onChange={(item) => choose({ item })}
      />
    </div>
  );
}

interface Giving {
  people: readonly number[];
  items: readonly ItemLine[];
  seat: number | undefined;
  /** What is chosen; null while there is nothing, or nobody. */
  line: ItemLine | null;
  refused: string | null;
  busy: boolean;
  choose: (choice: { seat?: number; item?: string }) => void;
  give: () => void;
}

function useGift(view: StillView, to: number | undefined, onDone: () => void): Giving {
  const token = useApp((state) => state.token) ?? "";
  const { value, act, refused, busy } = useResource(() => rest.shop(token));
  const people = useRecipients(view, value?.item_recipients ?? "company");
  const [chosen, setChosen] = useState<{ seat?: number; item?: string }>({});
  const wanted = chosen.seat ?? to;
  const items = value?.items ?? [];
  const seat = wanted !== undefined && people.includes(wanted) ? wanted : people[0];
  const line = seat === undefined ? null : (items.find((each) => each.item === chosen.item) ?? items[0] ?? null);

  async function give() {
    if (!line || seat === undefined) return;
    const body = { id: newId(), match: view.match, item: line.item, seat, seen_chips: line.price_chips };
    if (
      await act(
        () => rest.give(token, view.table, body),
        (_, held) => held,
      )
    )
      onDone();
  }

  const choose = (choice: { seat?: number; item?: string }) => setChosen((before) => ({ ...before, ...choice }));
  return { people, items, seat, line, refused, busy, choose, give: () => void give() };
}

function Item({ name, word }: { name: string; word: string }) {
  return (
    <span className={styles.item}>
      <GiftPicture name={name} size={20} /> {word}
    </span>
  );
}
