import { type FormEvent, useState } from "react";
import { Refused } from "kafeneio-client";

export interface FormState {
  /** The refusal of the last try; null before it. */
  refusal: Refused | null;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Does something else than sending the fields, in the same way. */
  send: (doing: () => Promise<void>) => Promise<void>;
}

/** Sends a form's fields and keeps what was refused. */
export function useForm(send: (fields: Record<string, string>) => Promise<void>): FormState {
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);

  async function attempt(doing: () => Promise<void>) {
    setBusy(true);
    setRefusal(null);
    try {
      await doing();
    } catch (failed) {
      if (failed instanceof Error && failed.name === "Cancelled") return;
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(failed);
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget).entries()) as Record<string, string>;
    void attempt(() => send(fields));
  }

  return { refusal, busy, onSubmit, send: (doing) => (busy ? Promise.resolve() : attempt(doing)) };
}
