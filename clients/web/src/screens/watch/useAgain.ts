import { useEffect, useEffectEvent, useState } from "react";
import { useInOrder } from "../../app/questions";
import { useVisible } from "../../parts/useVisible";

const AGAIN_MS = 30_000;

/** Something of everybody's that changes by itself: asked when the page comes, and again while it is seen; what cannot be
 * read now stays as it was. */
export function useAgain<A>(ask: () => Promise<A>): A | null {
  const [found, setFound] = useState<A | null>(null);
  const isSeen = useVisible();
  const asking = useInOrder();
  const load = useEffectEvent(() => {
    const counts = asking();
    return ask().then(
      (value) => counts() && setFound(value),
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isSeen) return;
    void load();
    const timer = setInterval(() => void load(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isSeen]);
  return found;
}
