import type { End } from "./laying";
import type { Layout, OpenEnd } from "./layout";

export interface Drop {
  /** The nearer end; it counts where the tile fits both. */
  end: End;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a tile was let go: beside which end; null if that is not on the cloth. */
export function dropIn(laid: Layout & { unitPx: number }, box: Box, x: number, y: number): Drop | null {
  const [inX, inY] = [x - box.left, y - box.top];
  if (inX < 0 || inY < 0 || inX > box.width || inY > box.height) return null;
  const at = { x: (inX - box.width / 2) / laid.unitPx, y: (inY - box.height / 2) / laid.unitPx };
  const far = (end: OpenEnd) => Math.hypot(end.x - at.x, end.y - at.y);
  return { end: far(laid.upLeft) <= far(laid.downRight) ? "up_left" : "down_right" };
}
