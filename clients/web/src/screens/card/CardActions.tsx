import type { PlayerCard } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { blockedRest } from "../../people/blocked";
import { friendsRest } from "../../people/friends";
import styles from "./PlayerCard.module.css";
import { MessageButton } from "./MessageButton";

/** What opens a dialog of its own. */
export type Opened = "challenge" | "call" | "treat" | "report";

interface Props {
  card: PlayerCard;
  token: string;
  busy: boolean;
  /** The player sits at the table on the screen, so a treat can be given. */
  treats: boolean;
  act: (doing: () => Promise<unknown>) => Promise<void>;
  onOpen: (what: Opened) => void;
  onWatch: (table: string) => void;
  onClose: () => void;
}

/** The buttons of a card: what the service says may be done now, and nothing else. */
export function CardActions({ card, token, busy, treats, act, onOpen, onWatch, onClose }: Props) {
  const { t } = useTranslation("player");
  const may = new Set(card.may);
  if (card.relation === "self") return null;
  return (
    <div className={styles.actions}>
      {may.has("challenge") && (
        <Button kind="action" onClick={() => onOpen("challenge")}>
          {t("do.challenge")}
        </Button>
      )}
      {card.relation === "friend" && !card.blocked && !card.bare && !may.has("challenge") && (
        <Button onClick={() => onOpen("call")}>{t("do.challenge")}</Button>
      )}
      {may.has("watch") && card.table && (
        <Button kind="action" onClick={() => card.table && onWatch(card.table.table)}>
          {t("do.watch")}
        </Button>
      )}
      {may.has("treat") && treats && <Button onClick={() => onOpen("treat")}>{t("do.treat")}</Button>}
      {may.has("message") && <MessageButton name={card.name} onGo={onClose} />}
      <FriendButtons card={card} token={token} busy={busy} act={act} />
      {may.has("block") && (
        <Button kind="plain" busy={busy} onClick={() => void act(() => blockedRest.add(token, card.name))}>
          {t("do.block")}
        </Button>
      )}
      {may.has("unblock") && (
        <Button busy={busy} onClick={() => void act(() => blockedRest.remove(token, card.account))}>
          {t("do.unblock")}
        </Button>
      )}
      {may.has("report") && (
        <Button kind="plain" onClick={() => onOpen("report")}>
          {t("do.report")}
        </Button>
      )}
    </div>
  );
}

/** Asking, answering, taking back, and the end of a friendship. */
function FriendButtons({ card, token, busy, act }: Pick<Props, "card" | "token" | "busy" | "act">) {
  const { t } = useTranslation("player");
  const answer = (yes: boolean) => act(() => friendsRest.answer(token, card.account, yes));
  const end = () => act(() => friendsRest.remove(token, card.account));
  if (card.may.includes("befriend")) {
    return (
      <Button busy={busy} onClick={() => void act(() => friendsRest.ask(token, card.name))}>
        {t("do.befriend")}
      </Button>
    );
  }
  if (card.bare || card.blocked) return null;
  if (card.relation === "asks") {
    return (
      <>
        <Button kind="action" busy={busy} onClick={() => void answer(true)}>
          {t("do.accept")}
        </Button>
        <Button busy={busy} onClick={() => void answer(false)}>
          {t("do.decline")}
        </Button>
      </>
    );
  }
  return (
    <Button kind="plain" busy={busy} onClick={() => void end()}>
      {t(card.relation === "friend" ? "do.unfriend" : "do.takeBack")}
    </Button>
  );
}
