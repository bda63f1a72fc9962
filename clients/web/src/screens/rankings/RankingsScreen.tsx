import { useApp } from "../../app/context";
import type { PageProps } from "../../app/pages";
import { BoardScreen } from "./BoardScreen";
import { ClassificationScreen } from "./ClassificationScreen";
import { PlayerScreen } from "./PlayerScreen";

/** A page about how players stand. */
export default function RankingsScreen({ page }: PageProps<"boards" | "classification" | "player">) {
  const token = useApp((state) => state.token);
  if (token === null) return null; // App asks for a session first
  if (page.at === "boards") return <BoardScreen token={token} page={page} />;
  if (page.at === "player") return <PlayerScreen key={page.player} token={token} player={page.player} />;
  return <ClassificationScreen token={token} />;
}
