import { useState } from "react";
import { refusal } from "../../app/useRequest";
import type { Refusal } from "../../i18n/useWords";

/** Carries out what was pressed, and keeps why it was refused; returns whether it was done. */
export function useAct() {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const act = async (doing: Promise<void>): Promise<boolean> => {
    setRefused(null);
    try {
      await doing;
      return true;
    } catch (error) {
      setRefused(refusal(error));
      return false;
    }
  };
  return { act, refused };
}
