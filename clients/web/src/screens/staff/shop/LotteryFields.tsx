import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import { Switch } from "../../../parts/Switch";
import styles from "../Staff.module.css";
import { DRAWS, FREE, goodsOf, isLottery, numberOf, oddsOf, type PrizeLine } from "./goods";
import type { FieldsProps } from "./PriceFields";
import { useGoodsWords } from "./useGoodsWords";

/** A lottery: its price, its table of prizes, and what of the price comes back. */
export function LotteryFields({ section, line, onChange }: FieldsProps) {
  const { t } = useTranslation("setting");
  const name = useGoodsWords().name(section, line.name);
  const change = (at: number, to: Partial<PrizeLine>) =>
    onChange({ rows: line.rows.map((each, index) => (index === at ? { ...each, ...to } : each)) });
  const drop = (at: number) => onChange({ rows: line.rows.filter((_, index) => index !== at) });
  return (
    <>
      <Switch label={t("shop.sold", { name })} on={line.sold} onChange={(sold) => onChange({ sold })} />
      {line.sold && line.name !== FREE && (
        <Field
          label={t("shop.price", { name })}
          inputMode="numeric"
          error={numberOf(line.chips) === null ? t("shop.number") : null}
          value={line.chips}
          onChange={(event) => onChange({ chips: event.target.value })}
        />
      )}
      {line.sold && (
        <details className={styles.change}>
          <summary>{t("shop.prizes", { name })}</summary>
          {line.rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is known by its place alone
            <PrizeFields
              key={at}
              name={name}
              row={row}
              number={at + 1}
              onChange={(to) => change(at, to)}
              onDrop={() => drop(at)}
            />
          ))}
          <Button onClick={() => onChange({ rows: [...line.rows, { draws: "", prize: "" }] })}>
            {t("shop.prizeAdd", { name })}
          </Button>
        </details>
      )}
      {line.sold && <Odds line={line} section={section} />}
    </>
  );
}

interface PrizeProps {
  name: string;
  row: PrizeLine;
  number: number;
  onChange: (to: Partial<PrizeLine>) => void;
  onDrop: () => void;
}

function PrizeFields({ name, row, number, onChange, onDrop }: PrizeProps) {
  const { t } = useTranslation("setting");
  return (
    <div className={styles.row}>
      {(["draws", "prize"] as const).map((each) => (
        <Field
          key={each}
          label={t(`shop.${each}`, { number })}
          inputMode="numeric"
          error={numberOf(row[each]) === null ? t("shop.number") : null}
          value={row[each]}
          onChange={(event) => onChange({ [each]: event.target.value })}
        />
      ))}
      <Button onClick={onDrop} aria-label={t("shop.prizeDropOf", { name, number })}>
        {t("shop.prizeDrop")}
      </Button>
    </div>
  );
}

/** How many draws the table gives out, and what comes back of the price, as it is typed. */
function Odds({ line, section }: Pick<FieldsProps, "line" | "section">) {
  const { t } = useTranslation("setting");
  const { number, share } = useFormats();
  const good = goodsOf(section, [line])?.[line.name];
  if (good === undefined || !isLottery(good)) return null;
  const { draws, paid } = oddsOf(good);
  const given = t("shop.given", { draws: number(draws), all: number(DRAWS) });
  const back = good.price_chips === 0 ? "" : t("shop.back", { share: share(paid / DRAWS / good.price_chips) });
  return (
    <p role="status">
      {given} {back}
    </p>
  );
}
