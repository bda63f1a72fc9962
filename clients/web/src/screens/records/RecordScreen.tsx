import { useApp } from "../../app/context";
import { addressOf, type PageProps } from "../../app/pages";
import { ImportsScreen } from "../imports/ImportsScreen";
import { AcademyScreen } from "./AcademyScreen";
import { MatchesScreen } from "./MatchesScreen";
import { ReplayScreen } from "./ReplayScreen";
import { StudiesScreen } from "./StudiesScreen";
import { VerifyScreen } from "./VerifyScreen";

/** A page about what has been played. */
export default function RecordScreen({
  page,
}: PageProps<"matches" | "studies" | "imports" | "replay" | "academy" | "verify">) {
  const token = useApp((state) => state.token);
  if (page.at === "verify") return <VerifyScreen key={page.match} token={token} match={page.match} />;
  if (token === null) return null; // App asks for a session first
  if (page.at === "matches") return <MatchesScreen token={token} />;
  if (page.at === "studies") return <StudiesScreen token={token} />;
  if (page.at === "imports") return <ImportsScreen token={token} />;
  if (page.at === "replay") return <ReplayScreen key={page.match} token={token} page={page} />;
  const place = { ...page, hand: page.hand ?? 1, position: page.position ?? 0 };
  return <AcademyScreen key={addressOf(place)} token={token} page={place} />;
}
