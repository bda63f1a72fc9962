import { readPage } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";

/** The way to one's messages with a friend; nothing where the site has no page for them. */
export function MessageButton({ name, onGo }: { name: string; onGo: () => void }) {
  const { t } = useTranslation("player");
  const address = `/messages/${encodeURIComponent(name)}`;
  if (readPage(address) === null) return null;
  return (
    <ButtonLink href={address} onClick={onGo}>
      {t("do.message")}
    </ButtonLink>
  );
}
