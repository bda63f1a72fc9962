import { useApp } from "../../app/context";
import type { PageProps } from "../../app/pages";
import { ProfileScreen } from "./ProfileScreen";
import { StatisticsScreen } from "./StatisticsScreen";
import { TermsScreen } from "./TermsScreen";

/** A page about the platform, or about oneself. */
export default function HouseScreen({ page }: PageProps<"terms" | "account" | "statistics">) {
  const token = useApp((state) => state.token);
  if (page.at === "terms") return <TermsScreen token={token} />;
  if (token === null) return null; // App asks for a session first
  return page.at === "statistics" ? <StatisticsScreen token={token} /> : <ProfileScreen token={token} />;
}
