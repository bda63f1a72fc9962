import { rest } from "kafeneio-client";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";

/** From so many days on a row of them is one. */
const LEAST = 2;

/** On how many days in a row one was here, in words; null: there is nothing to say. */
export function useStreak(token: string | null): string | null {
  const { t } = useTranslation("problems");
  const asked = useRequest(`days ${token}`, token === null ? null : () => rest.ownDays(token));
  const count = asked.state === "here" ? (asked.value.streak_days ?? 0) : 0;
  return count < LEAST ? null : t("streak", { count });
}
