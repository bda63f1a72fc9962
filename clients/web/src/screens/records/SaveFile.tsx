import type { Recording } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";

/** The recording as a file: what `kafeneio verify` and the page that checks recordings read. */
export function SaveFile({ recording }: { recording: Recording }) {
  const { t } = useTranslation("records");
  return (
    <Button kind="plain" onClick={() => download(recording)}>
      {t("replay.save")}
    </Button>
  );
}

function download(recording: Recording): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(recording)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `kafeneio-${recording.game}-${recording.match}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address)); // the browser has begun to save it by then
}
