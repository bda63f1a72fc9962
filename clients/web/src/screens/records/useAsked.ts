import { useEffect, useState } from "react";
import { Refused } from "kafeneio-client";

/** What was asked of the house: on its way, refused, or here. */
export type Asked<A> =
  { state: "waiting" } | { state: "refused"; code: string; detail: unknown } | { state: "here"; value: A };

/** Asks when the page comes, and again when `key` changes. Null: there is nothing to ask. */
export function useAsked<A>(key: string, ask: (() => Promise<A>) | null): Asked<A> {
  const [found, setFound] = useState<{ key: string; asked: Asked<A> } | null>(null);
  const wanted = ask === null ? null : key;
  useEffect(() => {
    let current = true;
    if (wanted !== null) {
      ask?.().then(
        (value) => current && setFound({ key: wanted, asked: { state: "here", value } }),
        (error: unknown) => current && setFound({ key: wanted, asked: refusal(error) }),
      );
    }
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says what is asked
  }, [wanted]);
  return found !== null && found.key === wanted ? found.asked : { state: "waiting" };
}

export function refusal(error: unknown): { state: "refused"; code: string; detail: unknown } {
  if (!(error instanceof Refused)) throw error;
  return { state: "refused", code: error.error, detail: error.detail };
}
