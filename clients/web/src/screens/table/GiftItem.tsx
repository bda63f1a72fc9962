import { useApp } from "../../app/context";
import { rest } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { MenuItem } from "../../parts/Menu";
import { useResource } from "../../app/useResource";
import { useRecipients } from "./useRecipients";
import type { StillView } from "../../state/still";

/** The menu's entry for gifts; it is not there while nobody may be given anything. */
export function GiftItem({ view, onClick }: { view: StillView; onClick: () => void }) {
  const { t } = useTranslation("economy");
  const token = useApp((state) => state.token) ?? "";
  const { value } = useResource(() => rest.shop(token));
  const people = useRecipients(view, value?.item_recipients ?? "company");
  if (people.length === 0) return null;
  return (
    <MenuItem icon="gift" onClick={onClick}>
      {t("gift.menu")}
    </MenuItem>
  );
}
