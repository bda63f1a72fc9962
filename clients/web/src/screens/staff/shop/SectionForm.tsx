import { type FormEvent, useState } from "react";
import { useTranslation } from "../../../i18n/useTranslation";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import styles from "../Staff.module.css";
import { changesOf, type Goods, goodsOf, isFair, isLottery, type Line, linesOf, newPack, type Section } from "./goods";
import { LotteryFields } from "./LotteryFields";
import { PackFields, PriceFields } from "./PriceFields";
import { useGoodsWords } from "./useGoodsWords";

const REASON_MIN = 10;
const REASON_MAX = 500;

interface Props {
  section: Section;
  value: Goods;
  usual: Goods;
  busy: boolean;
  onSave: (value: Goods, reason: string) => Promise<boolean>;
}

/** One part of the shop: its lines, what would change of them, and the reason. */
export function SectionForm({ section, value, usual, busy, onSave }: Props) {
  const { t } = useTranslation("setting");
  const { t: staff } = useTranslation("staff");
  const [lines, setLines] = useState(() => linesOf(value, usual));
  const [reason, setReason] = useState("");
  const goods = goodsOf(section, lines);
  const isAllowed = goods !== null && Object.values(goods).every((each) => !isLottery(each) || isFair(each));
  const isChanged = goods !== null && changesOf(value, goods).length > 0;
  const change = (at: number, to: Partial<Line>) =>
    setLines((before) => before.map((each, index) => (index === at ? { ...each, ...to } : each)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (goods !== null && !busy) void onSave(goods, reason);
  };
  const Fields = section === "packs" ? PackFields : section === "lotteries" ? LotteryFields : PriceFields;
  return (
    <form className={styles.form} onSubmit={save}>
      <ul className={styles.chat}>
        {lines.map((line, at) => (
          <li key={line.name} className={styles.item}>
            <Fields section={section} line={line} number={at + 1} onChange={(to) => change(at, to)} />
          </li>
        ))}
      </ul>
      {section === "packs" && (
        <Button onClick={() => setLines((before) => [...before, newPack(before)])}>{t("shop.packAdd")}</Button>
      )}
      {!isAllowed && <p role="alert">{t(goods === null ? "shop.unreadable" : "shop.unfair")}</p>}
      {isAllowed && isChanged && <Preview section={section} before={value} after={goods} />}
      {isChanged && (
        <Field
          label={staff("decide.reason")}
          value={reason}
          maxLength={REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {busy && <p role="status">{t("waits")}</p>}
      <Button
        type="submit"
        kind="action"
        busy={busy}
        disabled={!isAllowed || !isChanged || reason.trim().length < REASON_MIN}
      >
        {t("shop.save", { part: t(`names.${section}`) })}
      </Button>
    </form>
  );
}

/** Every line that changes, and whom it concerns from when. */
function Preview({ section, before, after }: { section: Section; before: Goods; after: Goods }) {
  const { t } = useTranslation("setting");
  const words = useGoodsWords();
  return (
    <section aria-label={t("shop.changes")}>
      <h2>{t("shop.changes")}</h2>
      <ul className={styles.chat}>
        {words.changes(section, before, after).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className={styles.note}>{t("shop.running")}</p>
    </section>
  );
}
