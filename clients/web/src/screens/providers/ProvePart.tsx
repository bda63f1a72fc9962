import { useEffect } from "react";
import { ask, type ProviderReturn } from "kafeneio-client";
import { useApp } from "../../app/context";
import { goTo } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { useForm } from "../welcome/useForm";

/** Shows again whose session it is, where the account has nothing else to show. */
export function ProvePart({ found }: { found: ProviderReturn }) {
  const { t } = useTranslation("providers");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const { refusal, send } = useForm(() => Promise.resolve());
  useEffect(() => {
    void send(async () => {
      await ask("POST /api/me/providers/proof", { token, body: { ticket: found.ticket } });
      goTo({ at: "account" });
    });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each ticket
  }, [found.ticket]);
  return refusal ? (
    <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>
  ) : (
    <p role="status">{t("checking")}</p>
  );
}
