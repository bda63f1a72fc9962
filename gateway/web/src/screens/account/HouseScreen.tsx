import { useApp } from "../../app/context";
import { HOUSE_PAGES, type HousePage, type Page } from "../../app/pages";
import { ProfileScreen } from "./ProfileScreen";
import { StatisticsScreen } from "./StatisticsScreen";
import { TermsScreen } from "./TermsScreen";

type House = Extract<Page, { at: HousePage }>;

export function isAboutHouse(page: Page): page is House {
  return HOUSE_PAGES.some((at) => at === page.at);
}

/** Pages that one may read before one has come in. */
export function isOpenToAll(page: Page): boolean {
  return page.at === "terms";
}

/** The page about the house, or about oneself, that the address names. */
export function HouseScreen({ page }: { page: House }) {
  const token = useApp((state) => state.token);
  if (page.at === "terms") return <TermsScreen token={token} />;
  if (token === null) return null; // App asks for a session first
  return page.at === "statistics" ? <StatisticsScreen token={token} /> : <ProfileScreen token={token} />;
}
