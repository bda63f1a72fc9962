import { useCallback, useEffect, useState } from "react";
import { ask, type PlayerCard, type PlayerRecord } from "kafeneio-client";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import type { Refusal } from "../../i18n/useWords";

interface Held {
  card: PlayerCard | null;
  /** Null: not here yet, or not for the viewer. */
  record: PlayerRecord | null;
  refused: Refusal | null;
  busy: boolean;
}

/** A player's card, its figures, and what is done on it: each deed brings the card as it is then. */
export function useCard(token: string, account: string) {
  const [held, setHeld] = useState<Held>({ card: null, record: null, refused: null, busy: true });
  const change = useCallback((part: Partial<Held>) => setHeld((before) => ({ ...before, ...part })), []);
  const asking = useLastAlone();
  const load = useCallback(() => {
    const counts = asking();
    return ask("GET /api/players/{player}/card", { token, path: { player: account } }).then(
      (card) => {
        if (counts()) change({ card, busy: false });
        return card;
      },
      (error: unknown) => {
        if (counts()) change({ refused: refusal(error), busy: false });
        return null;
      },
    );
  }, [token, account, change, asking]);
  useEffect(() => {
    let wanted = true;
    const figures = (card: PlayerCard | null) =>
      wanted && card && !card.bare
        ? ask("GET /api/players/{player}/record", { token, path: { player: account } })
        : Promise.resolve(null);
    load()
      .then(figures)
      .then(
        (record) => wanted && change({ record }),
        () => undefined, // the card stands without its figures
      );
    return () => {
      wanted = false;
    };
  }, [token, account, load, change]);
  const act = async (doing: () => Promise<unknown>) => {
    change({ busy: true, refused: null });
    try {
      await doing();
      await load();
    } catch (error) {
      change({ refused: refusal(error), busy: false });
    }
  };
  return { ...held, act };
}
