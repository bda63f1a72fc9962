import { useApp } from "../../app/context";
import type { ChipsPage, PageProps } from "../../app/pages";
import { GalleryScreen } from "./GalleryScreen";
import { InvitesScreen } from "./InvitesScreen";
import { LimitsScreen } from "./LimitsScreen";
import { LotteriesScreen } from "./LotteriesScreen";
import { PayScreen } from "./PayScreen";
import { ShopScreen } from "./ShopScreen";
import { WalletScreen } from "./WalletScreen";

/** A page about chips. */
export default function ChipsScreen({ page }: PageProps<ChipsPage | "pay">) {
  const token = useApp((state) => state.token);
  if (token === null) return null; // App asks for a session first
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
