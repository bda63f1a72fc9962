import { useState } from "react";
import { useApp, useClient } from "../../app/context";
import { askToNotify } from "../../app/useTurnAlert";
import { languageName, LANGUAGES } from "../../i18n/languages";
import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { call, tap } from "../../parts/sounds";
import { Switch } from "../../parts/Switch";
import { type Language, type Settings, TABLE_LOOKS, type TableLook, type Theme } from "../../state/settings";
import { ShareChoice } from "../shares/ShareChoice";
import styles from "./SettingsDialog.module.css";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation();
  const client = useClient();
  const settings = useApp((state) => state.settings);
  const set = (change: Partial<Settings>) => client.setSettings(change);
  return (
    <Dialog title={t("settings.title")} onClose={onClose}>
      <div className={styles.settings}>
        <Choice<Language>
          legend={t("settings.language")}
          options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{languageName(value)}</span> }))}
          value={language}
          onChange={(chosen) => set({ language: chosen })}
        />
        <Looks settings={settings} set={set} />
        <Switch
          label={t("settings.premoves")}
          hint={t("settings.premovesHint")}
          on={settings.premoves}
          onChange={(premoves) => set({ premoves })}
        />
        <Switch
          label={t("settings.sounds")}
          hint={t("settings.soundsHint")}
          on={settings.sounds}
          onChange={(sounds) => {
            set({ sounds });
            if (sounds) tap();
          }}
        />
        <Switch
          label={t("settings.bell")}
          hint={t("settings.bellHint")}
          on={settings.bell}
          onChange={(bell) => {
            set({ bell });
            if (bell) call();
          }}
        />
        <Alerts />
        <ShareChoice />
      </div>
    </Dialog>
  );
}

/** How pages look in this browser. */
function Looks({ settings, set }: { settings: Settings; set: (change: Partial<Settings>) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Choice<Theme>
        legend={t("settings.theme")}
        options={(["auto", "light", "dark"] as const).map((value) => ({
          value,
          label: t(`settings.themes.${value}`),
        }))}
        value={settings.theme}
        onChange={(theme) => set({ theme })}
      />
      <Choice<Settings["size"]>
        legend={t("settings.size")}
        options={(["usual", "large"] as const).map((value) => ({ value, label: t(`settings.sizes.${value}`) }))}
        value={settings.size}
        onChange={(size) => set({ size })}
      />
      <Choice<Settings["cards"]>
        legend={t("settings.cards")}
        options={(["usual", "large"] as const).map((value) => ({ value, label: t(`settings.sizes.${value}`) }))}
        value={settings.cards}
        onChange={(cards) => set({ cards })}
      />
      <Choice<TableLook>
        legend={t("settings.table")}
        options={TABLE_LOOKS.map((value) => ({ value, label: t(`settings.tables.${value}`) }))}
        value={settings.table}
        onChange={(table) => set({ table })}
      />
      <Choice<Settings["motion"]>
        legend={t("settings.motion")}
        options={(["auto", "off"] as const).map((value) => ({ value, label: t(`settings.motions.${value}`) }))}
        value={settings.motion}
        onChange={(motion) => set({ motion })}
      />
      <Switch
        label={t("settings.suits")}
        hint={t("settings.suitsHint")}
        on={settings.suits === "four"}
        onChange={(four) => set({ suits: four ? "four" : "two" })}
      />
    </>
  );
}

/** Switched on, it asks the browser; where that is refused, it stays off with the reason. */
function Alerts() {
  const { t } = useTranslation("play");
  const client = useClient();
  const alerts = useApp((state) => state.settings.alerts);
  const [refused, setRefused] = useState(false);
  const change = async (on: boolean) => {
    const allowed = on && (await askToNotify());
    setRefused(on && !allowed);
    client.setSettings({ alerts: allowed });
  };
  return (
    <Switch
      label={t("alerts.label")}
      hint={t(refused ? "alerts.refused" : "alerts.hint")}
      on={alerts}
      onChange={(on) => void change(on)}
    />
  );
}
