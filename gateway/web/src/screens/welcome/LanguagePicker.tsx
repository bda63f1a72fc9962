import { useTranslation } from "react-i18next";
import { useClient } from "../../app/context";
import { LANGUAGE_NAMES } from "../../i18n";
import { type Language, LANGUAGES } from "../../state/settings";
import styles from "./LanguagePicker.module.css";

export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  const client = useClient();
  return (
    <label className={styles.picker}>
      <span className="sr">{t("settings.language")}</span>
      <select
        value={i18n.language}
        onChange={(event) => client.setSettings({ language: event.target.value as Language })}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
