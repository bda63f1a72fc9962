import { type RefObject, useLayoutEffect, useState } from "react";
import { type Layout, layoutFor } from "./layout";

/** The layout that fits the element, kept up when it changes its size. */
export function useLayout(element: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>({ standing: false, width: 560 });
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return undefined;
    const measure = () => {
      const next = layoutFor(shown.clientWidth || 1, shown.clientHeight || 1);
      setLayout((known) => (known.standing === next.standing && known.width === next.width ? known : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return layout;
}
