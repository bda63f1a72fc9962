import { useApp } from "../../app/context";
import type { PageProps } from "../../app/pages";
import { CompetitionScreen } from "./CompetitionScreen";
import { ListScreen } from "./ListScreen";

/** A page about competitions. */
export default function CompetitionsScreen({ page }: PageProps<"competitions" | "competition">) {
  const token = useApp((state) => state.token);
  if (token === null) return null; // App asks for a session first
  if (page.at === "competitions") return <ListScreen token={token} />;
  return <CompetitionScreen key={page.competition} token={token} id={page.competition} />;
}
