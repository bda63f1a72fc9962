import { useTranslation } from "../../i18n/useTranslation";

/** Where something was said, in words; a room's name has ids in it. */
export function useRoomWords(): (room: string) => string {
  const { t } = useTranslation("staff");
  return (room) => {
    if (/^(lobby|hall)/.test(room)) return t("room.lobby");
    if (/^(table|partner|watch)/.test(room)) return t("room.table");
    if (room.startsWith("company")) return t("room.company");
    return room.startsWith("friends") ? t("room.friends") : t("room.other");
  };
}
