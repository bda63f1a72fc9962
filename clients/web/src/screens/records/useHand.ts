import { useEffect, useState } from "react";
import { rest, type Position, type Replay } from "kafeneio-client";
import { refusal } from "../../app/useRequest";

interface Hand {
  key: string;
  /** Those that have come, from 0 on without a gap. */
  positions: readonly Position[];
  refused: string | null;
}

const NOTHING = { positions: [], refused: null };

/** The positions of a recorded hand; a long one comes page by page. */
export function useHand(token: string, match: string, hand: number | null): Omit<Hand, "key"> {
  const ask = hand === null ? null : (first: number) => rest.replay(token, match, hand, first);
  return useHandOf(`${token} ${match}/${hand}`, ask);
}

/** The same of whatever answers with positions from `first` on, asked anew when `key` changes; null: nothing to ask. */
export function useHandOf(key: string, ask: ((first: number) => Promise<Replay>) | null): Omit<Hand, "key"> {
  const [found, setFound] = useState<Hand | null>(null);
  useEffect(() => {
    let wanted = true;
    const load = async (next: NonNullable<typeof ask>, before: readonly Position[]): Promise<void> => {
      const page = await next(before.length);
      if (!wanted) return;
      const positions = [...before, ...page.positions];
      setFound({ key, positions, refused: null });
      if (page.positions.length > 0 && positions.length <= page.events) await load(next, positions);
    };
    if (ask !== null) {
      load(ask, []).catch((error: unknown) => wanted && setFound({ key, positions: [], refused: refusal(error).code }));
    }
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says what is asked
  }, [key]);
  return found?.key === key ? found : NOTHING;
}
