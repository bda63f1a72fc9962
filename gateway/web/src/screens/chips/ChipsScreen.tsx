import { CHIPS_PAGES, type ChipsPage, type Page } from "../../app/pages";
import { GalleryScreen } from "./GalleryScreen";
import { InvitesScreen } from "./InvitesScreen";
import { LimitsScreen } from "./LimitsScreen";
import { LotteriesScreen } from "./LotteriesScreen";
import { PayScreen } from "./PayScreen";
import { ShopScreen } from "./ShopScreen";
import { WalletScreen } from "./WalletScreen";

type Chips = Extract<Page, { at: ChipsPage }> | Extract<Page, { at: "pay" }>;

export function isAboutChips(page: Page): page is Chips {
  return page.at === "pay" || CHIPS_PAGES.some((at) => at === page.at);
}

/** The page about chips that the address names. */
export function ChipsScreen({ page, token }: { page: Chips; token: string }) {
  switch (page.at) {
    case "pay":
      return <PayScreen key={page.payment} token={token} payment={page.payment} />;
    case "wallet":
      return <WalletScreen token={token} />;
    case "lotteries":
      return <LotteriesScreen token={token} />;
    case "shop":
      return <ShopScreen token={token} />;
    case "gallery":
      return <GalleryScreen token={token} />;
    case "invites":
      return <InvitesScreen token={token} />;
    default:
      return <LimitsScreen token={token} />;
  }
}
