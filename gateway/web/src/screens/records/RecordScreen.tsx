import { useApp } from "../../app/context";
import type { Page } from "../../app/pages";
import { AcademyScreen } from "./AcademyScreen";
import { MatchesScreen } from "./MatchesScreen";
import { ReplayScreen } from "./ReplayScreen";
import { StudiesScreen } from "./StudiesScreen";
import { VerifyScreen } from "./VerifyScreen";

/** The page that the address names. */
export function RecordScreen({ page }: { page: Page }) {
  const token = useApp((state) => state.token);
  if (page.at === "verify") return <VerifyScreen key={page.match} token={token} match={page.match} />;
  if (token === null) return null; // App asks for a session first
  if (page.at === "matches") return <MatchesScreen token={token} />;
  if (page.at === "studies") return <StudiesScreen token={token} />;
  if (page.at === "replay") return <ReplayScreen key={page.match} token={token} page={page} />;
  if (page.at !== "academy") return null; // pages about chips are shown by App
  const { match, hand, position, branch } = page;
  return <AcademyScreen key={[match, hand, position, branch].join("/")} token={token} page={page} />;
}
