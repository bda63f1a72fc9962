import { useApp, useRoom } from "../../app/context";
import type { PageProps } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useFriends } from "../../people/friends";
import { GuestBanner } from "../guest/GuestBanner";
import { PaperPage } from "../records/PaperPage";
import { ConversationList } from "./ConversationList";
import { Conversation } from "./Conversation";
import styles from "./Conversations.module.css";

/** One's conversations with friends; on a phone the list, or one of them. */
export default function ConversationsScreen({ page: { player } }: PageProps<"messages">) {
  const { t } = useTranslation("conversations");
  const token = useApp((state) => state.token);
  const { me } = useRoom();
  if (token === null) return null; // App asks for a session first
  if (me.guest) {
    return (
      <PaperPage title={t("title")} lead={t("guest")}>
        <GuestBanner />
      </PaperPage>
    );
  }
  return (
    <PaperPage title={t("title")} lead="" back={player === null ? null : { at: "messages", player: null }}>
      <div className={styles.two} data-open={player !== null}>
        <ConversationList token={token} opened={player} />
        {player === null ? <Choose token={token} /> : <Conversation key={player} token={token} player={player} />}
      </div>
    </PaperPage>
  );
}

/** Nothing where there is nobody to choose. */
function Choose({ token }: { token: string }) {
  const { t } = useTranslation("conversations");
  const friends = useFriends(token)?.friends ?? [];
  return friends.length > 0 ? <p className={styles.choose}>{t("choose")}</p> : null;
}
