import { useState } from "react";
import { rest, type Recording } from "kafeneio-client";
import { refusal } from "../../app/useRequest";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";

/** The recording as a file: what `kafeneio verify` and the page that checks recordings read. Of games that other
 * programs know also as text for these, which is all there is of a match that one of them has played. */
export function SaveFile({ token, recording }: { token: string; recording: Recording }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const [refused, setRefused] = useState<string | null>(null);
  const { match, game, imported } = recording;

  function saveText() {
    setRefused(null);
    rest.matchText(token, match).then(
      ({ file, text }) => download(file, text, "text/plain"),
      (error: unknown) => setRefused(refusal(error).code),
    );
  }

  return (
    <>
      {!imported && (
        <Button
          kind="plain"
          onClick={() => download(`kafeneio-${game}-${match}.json`, JSON.stringify(recording), "application/json")}
        >
          {t("replay.save")}
        </Button>
      )}
      {family(game)?.hasText?.(recording.options) && (
        <Button kind="plain" onClick={saveText}>
          {t("replay.text")}
        </Button>
      )}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </>
  );
}

function download(file: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address)); // the browser has begun to save it by then
}
