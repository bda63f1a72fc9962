import type { ReactionFrame } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Icon } from "../../parts/Icon";
import { IconButton } from "../../parts/IconButton";
import { Menu } from "../../parts/Menu";
import { isPhrase, isSign, type Phrase, PHRASES, type Sign, SIGNS } from "../../state/reactions";
import styles from "./Reactions.module.css";
import type { StillView } from "../../state/still";

/** What one may show without writing: a sheet of phrases and signs. Guests have it too. */
export function ReactionsMenu({ view }: { view: StillView }) {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <Menu trigger={(props) => <IconButton icon="smile" label={t("reactions.open")} {...props} />}>
      {(close) => {
        const show = (reaction: Phrase | Sign) => () => {
          close();
          void client.react(view.table, reaction);
        };
        return (
          <>
            <ul className={styles.signs}>
              {SIGNS.map((sign) => (
                <li key={sign}>
                  <button type="button" aria-label={t(`reactions.words.${sign}`)} onClick={show(sign)}>
                    <Icon name={sign} size={26} />
                  </button>
                </li>
              ))}
            </ul>
            <ul className={styles.phrases}>
              {PHRASES.map((phrase) => (
                <li key={phrase}>
                  <button type="button" onClick={show(phrase)}>
                    {t(`reactions.words.${phrase}`)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Menu>
  );
}

/** What a player shows now; null: nothing. */
export function useReaction(table: string, account: string | null): ReactionFrame | null {
  return useApp(({ reactions }) => reactions.find((each) => each.table === table && each.account === account) ?? null);
}

/** It stands in the seat's own line, so it covers nothing; the table's live region says it aloud. */
export function ReactionMark({ reaction }: { reaction: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.mark} data-reaction={reaction} aria-hidden="true">
      {isSign(reaction) && <Icon name={reaction} />}
      {isPhrase(reaction) && t(`reactions.words.${reaction}`)}
    </span>
  );
}

/** The last reaction of somebody else in words, for screen readers. */
export function useReactionWords(view: StillView): string {
  const { t } = useTranslation();
  const last = useApp(({ reactions }) => reactions.findLast((each) => each.table === view.table) ?? null);
  if (!last || (!isSign(last.reaction) && !isPhrase(last.reaction))) return "";
  if (view.you !== null && view.seats[view.you]?.account === last.account) return "";
  return t("reactions.said", { name: last.name, words: t(`reactions.words.${last.reaction}`) });
}
