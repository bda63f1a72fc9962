import { useState } from "react";
import { refusal } from "../../app/useRequest";
import type { Refusal } from "../../i18n/useWords";
import { companiesChanged } from "../../people/companies";

export interface Acts {
  busy: boolean;
  refused: Refusal | null;
  /** Carries something out, and reads the companies again; returns whether it was done. */
  act: (doing: () => Promise<unknown>) => Promise<boolean>;
}

/** Does one thing after the other, and keeps why the last one was refused. */
export function useActs(): Acts {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true);
    setRefused(null);
    try {
      await doing();
      return true;
    } catch (error) {
      setRefused(refusal(error));
      return false;
    } finally {
      setBusy(false);
      companiesChanged();
    }
  };
  return { busy, refused, act };
}
