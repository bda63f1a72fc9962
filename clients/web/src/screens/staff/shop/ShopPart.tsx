import type { Setting } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { useMay } from "../roles";
import styles from "../Staff.module.css";
import { useSettings } from "../settings/useSettings";
import { type Goods, isSection, SECTIONS, type Section } from "./goods";
import { SectionForm } from "./SectionForm";
import { useGoodsWords } from "./useGoodsWords";

/** The shop as operators change it: packs, treats, pictures, lottery tickets, each by its name. */
export function ShopPart() {
  const { t } = useTranslation("setting");
  const says = useSays();
  const { settings, refused, busy, done, change } = useSettings();
  const may = useMay();
  const parts = SECTIONS.flatMap((section) => (settings ?? []).filter((each) => each.name === section));
  return (
    <section className={styles.detail}>
      <p>{t("shop.lead")}</p>
      {done !== null && <p role="status">{t("done", { setting: t(`names.${done as "packs"}`) })}</p>}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {parts.map((setting) => (
        <Part
          key={setting.name}
          setting={setting}
          mayChange={may.operate}
          busy={busy}
          onSave={(value, reason) => change(setting, value as Setting["value"], reason)}
        />
      ))}
    </section>
  );
}

interface PartProps {
  setting: Setting;
  mayChange: boolean;
  busy: boolean;
  onSave: (value: Goods, reason: string) => Promise<boolean>;
}

/** A part of the shop, closed until it is wanted. It begins anew whenever what is sold is something else. */
function Part({ setting, mayChange, busy, onSave }: PartProps) {
  const { t } = useTranslation("setting");
  const { name, value, usual } = setting;
  if (!isSection(name)) return null;
  const [sold, before] = [value as Goods, usual as Goods];
  return (
    <details className={styles.change}>
      <summary>{t("shop.part", { part: t(`names.${name}`), count: Object.keys(sold).length })}</summary>
      {mayChange ? (
        <SectionForm
          key={JSON.stringify(sold)}
          section={name}
          value={sold}
          usual={before}
          busy={busy}
          onSave={onSave}
        />
      ) : (
        <Sold section={name} goods={sold} />
      )}
    </details>
  );
}

/** What is sold, for those who only look. */
function Sold({ section, goods }: { section: Section; goods: Goods }) {
  const words = useGoodsWords();
  return (
    <ul className={styles.chat}>
      {words.all(section, goods).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
