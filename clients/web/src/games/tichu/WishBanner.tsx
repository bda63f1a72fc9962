import type { Say } from "../api";
import { isInTurn } from "./choice";
import { rankOf, rankWords } from "./ranks";
import type { View } from "./view";
import styles from "./WishBanner.module.css";

/** The wish as long as it lasts, and whether the viewer is bound by it. */
export function WishBanner({ view, say }: { view: View; say: Say }) {
  if (view.wish === null) return null;
  const rank = rankWords(rankOf(`${view.wish}j`));
  const bound = isInTurn(view) && view.duty;
  return (
    <div className={styles.banner} role="group" aria-label={say("wish.active")} data-bound={bound || undefined}>
      <span>{say("wish.active")}</span>
      <strong className="num">{rank}</strong>
      {bound && <span className={styles.bound}>{say("wish.bound")}</span>}
    </div>
  );
}
