import { useEffect, useState } from "react";
import { Refused } from "kafeneio-client";

/** A request to the server: on its way, refused, or answered. */
export type Requested<A> =
  { state: "waiting" } | { state: "refused"; code: string; detail: unknown } | { state: "here"; value: A };

/** Asks when the page comes, and again when `key` changes. Null: there is nothing to ask. */
export function useRequest<A>(key: string, ask: (() => Promise<A>) | null): Requested<A> {
  const [found, setFound] = useState<{ key: string; request: Requested<A> } | null>(null);
  const wanted = ask === null ? null : key;
  useEffect(() => {
    let current = true;
    if (wanted !== null) {
      ask?.().then(
        (value) => current && setFound({ key: wanted, request: { state: "here", value } }),
        (error: unknown) => current && setFound({ key: wanted, request: refusal(error) }),
      );
    }
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says what is asked
  }, [wanted]);
  return found !== null && found.key === wanted ? found.request : { state: "waiting" };
}

export function refusal(error: unknown): { state: "refused"; code: string; detail: unknown } {
  if (!(error instanceof Refused)) throw error;
  return { state: "refused", code: error.error, detail: error.detail };
}
