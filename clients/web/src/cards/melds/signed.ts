/** A number with a real minus. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}
