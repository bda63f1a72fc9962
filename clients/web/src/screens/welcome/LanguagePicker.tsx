import { useClient } from "../../app/context";
import { languageName, LANGUAGES } from "../../i18n/languages";
import { useTranslation } from "../../i18n/useTranslation";
import type { Language } from "../../state/settings";
import styles from "./LanguagePicker.module.css";

export function LanguagePicker() {
  const { t, language } = useTranslation();
  const client = useClient();
  return (
    <label className={styles.picker}>
      <span className="sr">{t("settings.language")}</span>
      <select value={language} onChange={(event) => client.setSettings({ language: event.target.value as Language })}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageName(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
