import type { PageProps } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { rest } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { useResource } from "../../app/useResource";
import { PaperPage } from "../records/PaperPage";

/** How far an erasure is: open to whoever holds the receipt, for the account is gone. */
export default function ErasedScreen({ page: { receipt } }: PageProps<"erased">) {
  const { t } = useTranslation("account");
  const says = useSays();
  const { value, refused, busy, act } = useResource(() => rest.erasure(receipt));
  const count = value?.waiting.length ?? 0;
  return (
    <PaperPage title={t("erased.title")} lead={t("erased.lead")}>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <p role="status">{value && (value.done_at_ms === null ? t("erased.waiting", { count }) : t("erased.done"))}</p>
      {value?.done_at_ms === null && (
        <Button
          busy={busy}
          onClick={() =>
            void act(
              () => rest.erasure(receipt),
              (found) => found,
            )
          }
        >
          {t("erased.look")}
        </Button>
      )}
    </PaperPage>
  );
}
