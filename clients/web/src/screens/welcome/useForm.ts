import { type FormEvent, useState } from "react";
import { Refused } from "kafeneio-client";

export interface FormState {
  /** The refusal of the last try; null before it. */
  refusal: Refused | null;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Sends a form's fields and keeps what was refused. */
export function useForm(send: (fields: Record<string, string>) => Promise<void>): FormState {
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(fields: Record<string, string>) {
    setBusy(true);
    setRefusal(null);
    try {
      await send(fields);
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(failed);
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    void submit(Object.fromEntries(new FormData(event.currentTarget).entries()) as Record<string, string>);
  }

  return { refusal, busy, onSubmit };
}
