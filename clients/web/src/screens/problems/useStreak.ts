import { rest, type Days } from "kafeneio-client";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";

/** From so many days on a row of them is one. */
const LEAST = 2;

/** On how many days in a row one was here, in words; null: there is nothing to say. */
export function useStreak(token: string | null): string | null {
  const asked = useRequest(`days ${token}`, token === null ? null : () => rest.ownDays(token));
  return useStreakWords()(asked.state === "here" ? asked.value : null);
}

/** The same of days that are known; null: they are not. */
export function useStreakWords(): (days: Days | null) => string | null {
  const { t } = useTranslation("problems");
  return (days) => {
    const count = days?.streak_days ?? 0;
    return count < LEAST ? null : t("streak", { count });
  };
}
