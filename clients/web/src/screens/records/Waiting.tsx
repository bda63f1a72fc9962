import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { PaperPage } from "./PaperPage";

/** Before something has come, or instead of it. */
export function Waiting({ refused }: { refused: string | null }) {
  const { t } = useTranslation("records");
  return (
    <PaperPage title={t(refused === null ? "waiting" : "notHere")} lead={useRefusal(refused)}>
      {null}
    </PaperPage>
  );
}

function useRefusal(code: string | null): string {
  const says = useSays();
  return code === null ? "" : says({ code });
}
