import type { DeviceClass } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";

export const FORMS = ["phone", "tablet", "desktop", "program", "unknown"] as const;
/** Families of browsers and of systems have the same names in every language. */
export const BROWSERS = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  opera: "Opera",
  safari: "Safari",
  samsung: "Samsung Internet",
} as const;
export const SYSTEMS = {
  android: "Android",
  chromeos: "ChromeOS",
  ios: "iOS",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
} as const;

const nameIn = (names: Record<string, string>, code: string): string | undefined => names[code];

/** What a class of devices is called: its form, and in brackets its browser and system where they are known. */
export function useDeviceWords() {
  const { t } = useTranslation("staff");
  const say = ({ form, browser, system }: DeviceClass): string => {
    const known = [browser === "other" ? t("device.other") : nameIn(BROWSERS, browser), nameIn(SYSTEMS, system)].filter(
      (each) => each !== undefined,
    );
    return known.length === 0 ? t(`device.forms.${form}`) : `${t(`device.forms.${form}`)} (${known.join(", ")})`;
  };
  /** The class of an entry of the audit log: `phone/firefox/*`, where a star stands for any. */
  const sayLogged = (logged: string): string => {
    const [form = "*", browser = "*", system = "*"] = logged.split("/");
    const parts = [
      FORMS.some((each) => each === form) ? t(`device.forms.${form as "phone"}`) : undefined,
      browser === "other" ? t("device.other") : nameIn(BROWSERS, browser),
      nameIn(SYSTEMS, system),
    ];
    return parts.filter((each) => each !== undefined).join(", ");
  };
  return { say, sayLogged };
}
