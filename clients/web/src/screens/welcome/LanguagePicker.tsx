import { useClient } from "../../app/context";
import { LANGUAGE_NAMES } from "../../i18n";
import { useTranslation } from "../../i18n/useTranslation";
import { type Language, LANGUAGES } from "../../state/settings";
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
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
