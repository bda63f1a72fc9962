import { useState } from "react";
import type { Setting } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { SearchField } from "../../../parts/SearchField";
import { isSection } from "../shop/goods";
import { SettingRow } from "./SettingRow";
import styles from "./Settings.module.css";
import { matching } from "./settingText";
import { useSettings } from "./useSettings";

/** What operators can change while the platform runs, service by service; one setting is open at a time. */
export function SettingsPart() {
  const { t } = useTranslation("setting");
  const says = useSays();
  const { settings, refused, busy, done, change } = useSettings();
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const nameOf = (setting: Setting) => t(`names.${setting.name as "min_stake"}`);
  const found = matching(
    (settings ?? []).filter((each) => !isSection(each.name)),
    search,
    nameOf,
  );
  const services = [...new Set(found.map((each) => each.service))];
  return (
    <section className={styles.settings}>
      <p>{t("lead")}</p>
      <SearchField label={t("search")} value={search} onChange={setSearch} />
      {done !== null && <p role="status">{t("done", { setting: t(`names.${done as "min_stake"}`) })}</p>}
      {refused !== null && open === null && <p role="alert">{says({ code: refused })}</p>}
      {settings !== null && found.length === 0 && <p role="status">{t("nothing")}</p>}
      {services.map((service) => (
        <section key={service} aria-labelledby={`settings-${service}`}>
          <h2 id={`settings-${service}`}>{t(`services.${service as "wallet"}`)}</h2>
          <ul className={styles.list}>
            {found
              .filter((each) => each.service === service)
              .map((each) => (
                <SettingRow
                  key={each.name}
                  setting={each}
                  name={nameOf(each)}
                  isOpen={open === each.name}
                  busy={busy}
                  refused={refused}
                  onOpen={(isOpen) => setOpen(isOpen ? each.name : null)}
                  onChange={async (value, reason) => {
                    if (await change(each, value, reason)) setOpen(null);
                  }}
                />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
