import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { Dialog } from "../../parts/Dialog";
import { Principles } from "../chips/Principles";

/** The principles of responsible play where chips are at stake, with the way to one's limits. */
export function PrinciplesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("economy");
  return (
    <Dialog
      title={t("principles.title")}
      onClose={onClose}
      actions={
        <ButtonLink href={addressOf({ at: "limits" })} onClick={onClose}>
          {t("limits.title")}
        </ButtonLink>
      }
    >
      <Principles />
    </Dialog>
  );
}
