import { useEffect, useState } from "react";
import { rest, type Position } from "kafeneio-client";
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
  const [found, setFound] = useState<Hand | null>(null);
  const key = `${match}/${hand}`;
  useEffect(() => {
    let wanted = true;
    const load = async (number: number, before: readonly Position[]): Promise<void> => {
      const page = await rest.replay(token, match, number, before.length);
      if (!wanted) return;
      const positions = [...before, ...page.positions];
      setFound({ key, positions, refused: null });
      if (page.positions.length > 0 && positions.length <= page.events) await load(number, positions);
    };
    if (hand !== null) {
      load(hand, []).catch(
        (error: unknown) => wanted && setFound({ key, positions: [], refused: refusal(error).code }),
      );
    }
    return () => {
      wanted = false;
    };
  }, [key, token, match, hand]);
  return found?.key === key ? found : NOTHING;
}
