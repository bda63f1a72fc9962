import { useCallback, useEffect, useState } from "react";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { refusal } from "../records/useAsked";

/** Something of the house that changes by what one does here. */
export interface Kept<A> {
  value: A | null;
  refused: string | null;
  busy: boolean;
  /** Does something and takes over what it answers; the answer, or null where it was refused. */
  act: <B>(doing: () => Promise<B>, take?: (answer: B, held: A | null) => A | null) => Promise<B | null>;
}

/** Asks once, and again after what one does, unless `take` says what has become of it. */
export function useKept<A>(ask: () => Promise<A>): Kept<A> {
  const [held, setHeld] = useState<{ value: A | null; refused: string | null; busy: boolean }>({
    value: null,
    refused: null,
    busy: true,
  });
  const load = useCallback(
    () =>
      ask().then(
        (value) => setHeld((before) => ({ ...before, value, busy: false })),
        (error: unknown) => setHeld((before) => ({ ...before, refused: refusal(error).code, busy: false })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the page asks for one thing
    [],
  );
  useEffect(() => void load(), [load]);
  const act: Kept<A>["act"] = async (doing, take) => {
    setHeld((before) => ({ ...before, busy: true, refused: null }));
    try {
      const answer = await doing();
      if (take) setHeld((before) => ({ value: take(answer, before.value), refused: null, busy: false }));
      else await load();
      return answer;
    } catch (error) {
      setHeld((before) => ({ ...before, refused: refusal(error).code, busy: false }));
      return null;
    }
  };
  return { ...held, act };
}

/** Euro cents as the language writes money. */
export function useMoney(): (cents: number) => string {
  return useFormats().money;
}

/** Chips in words: `5,000 chips`. */
export function useChips(): (chips: number) => string {
  const { t } = useTranslation();
  return (chips) => t("common.chips", { count: chips });
}
