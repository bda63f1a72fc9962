import { type FormEvent, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Refused, rest } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";

const EUROS = /^[0-9]{1,10}$/;

interface Props {
  token: string;
  /** The purchase goes on. */
  onGo: () => void;
  onClose: () => void;
}

/** Before the first purchase: how much a month shall be the most? It may be left open, but it has been asked. */
export function FirstPurchase({ token, onGo, onClose }: Props) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<string | null>(null);

  async function go(euros: number | null) {
    try {
      if (euros !== null) await rest.setLimit(token, { name: "deposit_month", value: euros * 100 });
      await rest.acknowledge(token, "limits");
      onGo();
    } catch (error) {
      setRefused(error instanceof Refused ? error.error : "service_unavailable");
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (EUROS.test(text)) void go(Number(text));
  }

  return (
    <Dialog
      title={t("first.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void go(null)}>{t("first.without")}</Button>
          <Button kind="action" type="submit" form="first-purchase" disabled={!EUROS.test(text)}>
            {t("first.set")}
          </Button>
        </>
      }
    >
      <p>{t("first.lead")}</p>
      <form id="first-purchase" onSubmit={submit}>
        <Field
          label={t("first.label")}
          inputMode="numeric"
          pattern="[0-9]{1,10}"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </Dialog>
  );
}
