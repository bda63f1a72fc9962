import { useState } from "react";
import { ask, newId } from "kafeneio-client";
import { useApp } from "../../app/context";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";

/** Calls a competition off that a player has made, with a reason. */
export function CompetitionClosing({ competition }: { competition: string }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const [id] = useState(newId);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const close = async () => {
    setBusy(true);
    setRefused(null);
    await ask("POST /api/moderation/competitions/{competition}/close", {
      token,
      path: { competition },
      body: { id, reason },
    }).then(
      () => setDone(true),
      (error: unknown) => setRefused(refusal(error)),
    );
    setBusy(false);
  };
  if (done) return <p role="status">{t("competition.closed")}</p>;
  return (
    <div>
      <Field
        label={t("competition.why")}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button kind="danger" busy={busy} onClick={() => void close()}>
        {t("competition.close")}
      </Button>
      {refused !== null && <p role="alert">{says(refused)}</p>}
    </div>
  );
}
