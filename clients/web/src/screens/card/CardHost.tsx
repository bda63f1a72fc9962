import { lazy, Suspense } from "react";
import { useApp } from "../../app/context";
import { withPageWords } from "../../i18n";
import { showCard, useShownCard } from "../../people/shownCard";

/** Not needed before a name is pressed. */
const PlayerCard = lazy(withPageWords(() => import("./PlayerCard").then((found) => ({ default: found.PlayerCard }))));

/** Draws the card that was asked for, over whatever page is shown. */
export function CardHost() {
  const shown = useShownCard();
  const here = useApp((state) => state.token !== null && state.room !== null);
  if (!shown || !here) return null;
  return (
    <Suspense fallback={null}>
      <PlayerCard key={shown.account} {...shown} onClose={() => showCard(null)} />
    </Suspense>
  );
}
