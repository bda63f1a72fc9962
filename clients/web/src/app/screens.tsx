import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { withPageWords } from "../i18n";
import type { Page, PageName, PageOf } from "./pages";

/** Who may see a page: `everyone`, also before coming in; `player`, who has a session; `resident`, who is at home in
 * this cell and no visitor. */
type Access = "everyone" | "player" | "resident";
type Screen = LazyExoticComponent<ComponentType<{ page: never }>>;
interface Entry {
  screen: Screen;
  access: Access;
}
/** The room and its tables follow from what the server says; App shows them itself. */
type Drawn = Exclude<PageName, "room" | "table">;

const chips: Entry = { access: "resident", screen: lazy(withPageWords(() => import("../screens/chips/ChipsScreen"))) };
const records: Entry = {
  access: "player",
  screen: lazy(withPageWords(() => import("../screens/records/RecordScreen"))),
};
const problems: Entry = {
  access: "everyone",
  screen: lazy(withPageWords(() => import("../screens/problems/ProblemsScreen"))),
};
const access: Entry = {
  access: "everyone",
  screen: lazy(withPageWords(() => import("../screens/access/AccessScreen"))),
};
const own: Entry = { access: "player", screen: lazy(withPageWords(() => import("../screens/account/HouseScreen"))) };
const standings: Entry = {
  access: "player",
  screen: lazy(withPageWords(() => import("../screens/rankings/RankingsScreen"))),
};

const competitions: Entry = {
  access: "resident",
  screen: lazy(withPageWords(() => import("../screens/competitions/CompetitionsScreen"))),
};

const companies: Entry = {
  access: "resident",
  screen: lazy(withPageWords(() => import("../screens/companies/CompaniesScreen"))),
};

/** What draws each page, loaded when it is first shown: a module whose default export takes the page. */
const SCREENS: Record<Drawn, Entry> = {
  matches: records,
  replay: records,
  studies: records,
  imports: records,
  academy: records,
  verify: { ...records, access: "everyone" },
  analysis: { access: "player", screen: lazy(withPageWords(() => import("../screens/analysis/AnalysisScreen"))) },
  chance: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/chance/ChanceScreen"))) },
  problems,
  problem: problems,
  wallet: chips,
  lotteries: chips,
  shop: chips,
  gallery: chips,
  invites: chips,
  limits: chips,
  pay: chips,
  companies,
  company: companies,
  competitions,
  competition: competitions,
  operator: { access: "resident", screen: lazy(withPageWords(() => import("../screens/competitions/OperatorScreen"))) },
  terms: { ...own, access: "everyone" },
  register: { access: "resident", screen: lazy(withPageWords(() => import("../screens/guest/RegisterScreen"))) },
  account: own,
  messages: {
    access: "resident",
    screen: lazy(withPageWords(() => import("../screens/conversations/ConversationsScreen"))),
  },
  statistics: own,
  staff: { access: "resident", screen: lazy(withPageWords(() => import("../screens/staff/StaffScreen"))) },
  forgotten: access,
  password: access,
  confirm: access,
  unsubscribe: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/account/EndMailsScreen"))) },
  call: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/calls/CallScreen"))) },
  rooms: { access: "resident", screen: lazy(withPageWords(() => import("../screens/visits/RoomsScreen"))) },
  visit: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/visits/VisitScreen"))) },
  provider: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/providers/ProviderScreen"))) },
  consent: { access: "resident", screen: lazy(withPageWords(() => import("../screens/programs/ConsentScreen"))) },
  boards: standings,
  classification: standings,
  player: standings,
  erased: { access: "everyone", screen: lazy(withPageWords(() => import("../screens/account/ErasedScreen"))) },
};

export function isDrawn(page: Page): page is PageOf<Drawn> {
  return page.at in SCREENS;
}

export function isForEveryone(page: PageOf<Drawn>): boolean {
  return SCREENS[page.at].access === "everyone";
}

export function isForResidents(page: PageOf<Drawn>): boolean {
  return SCREENS[page.at].access === "resident";
}

/** The screen of a page. Who asks for it says first whether it may be seen. */
export function PageScreen({ page }: { page: PageOf<Drawn> }) {
  const { screen: Shown } = SCREENS[page.at];
  return <Shown page={page as never} />;
}
