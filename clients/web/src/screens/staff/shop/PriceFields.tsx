import { useTranslation } from "../../../i18n/useTranslation";
import { Field } from "../../../parts/Field";
import { Switch } from "../../../parts/Switch";
import styles from "../Staff.module.css";
import { centsOf, type Line, numberOf, type Section } from "./goods";
import { useGoodsWords } from "./useGoodsWords";

export interface FieldsProps {
  section: Section;
  line: Line;
  /** Which one of the list it is, from 1. */
  number: number;
  onChange: (to: Partial<Line>) => void;
}

/** Something for chips: whether it is sold, and its price. */
export function PriceFields({ section, line, onChange }: FieldsProps) {
  const { t } = useTranslation("setting");
  const name = useGoodsWords().name(section, line.name);
  return (
    <>
      <Switch label={t("shop.sold", { name })} on={line.sold} onChange={(sold) => onChange({ sold })} />
      {line.sold && (
        <Field
          label={t("shop.price", { name })}
          inputMode="numeric"
          error={numberOf(line.chips) === null ? t("shop.number") : null}
          value={line.chips}
          onChange={(event) => onChange({ chips: event.target.value })}
        />
      )}
    </>
  );
}

/** Chips for money. */
export function PackFields({ line, number, onChange }: FieldsProps) {
  const { t } = useTranslation("setting");
  return (
    <>
      <Switch label={t("shop.packSold", { number })} on={line.sold} onChange={(sold) => onChange({ sold })} />
      {line.sold && (
        <div className={styles.row}>
          <Field
            label={t("shop.packChips", { number })}
            inputMode="numeric"
            error={numberOf(line.chips) === null ? t("shop.number") : null}
            value={line.chips}
            onChange={(event) => onChange({ chips: event.target.value })}
          />
          <Field
            label={t("shop.packPrice", { number })}
            inputMode="decimal"
            error={centsOf(line.price) === null ? t("shop.euro") : null}
            value={line.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
