import { useState } from "react";
import { rest, type InviteCard } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays, useWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { useWhen } from "../records/useWhen";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { useChips } from "../../i18n/useAmounts";
import { useResource } from "../../app/useResource";

export function InvitesScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const chips = useChips();
  const { value, refused } = useResource(() => rest.inviteCard(token, t("invites.text"), t("invites.subject")));
  const gifts = { invitee: chips(value?.invitee_chips ?? 0), inviter: chips(value?.inviter_chips ?? 0) };
  return (
    <ChipsPaper at="invites" title={t("invites.title")} lead={value ? t("invites.lead", gifts) : ""}>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value ? <Card card={value} /> : refused === null && <p role="status">{t("busy")}</p>}
    </ChipsPaper>
  );
}

function Card({ card }: { card: InviteCard }) {
  const { t } = useTranslation("economy");
  const { has, lookUp } = useWords();
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(card.link).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <>
      <dl className={styles.code}>
        <dt>{t("invites.code")}</dt>
        <dd className="num">{card.code}</dd>
        <dt>{t("invites.link")}</dt>
        <dd>{card.link}</dd>
      </dl>
      <div className={styles.row}>
        <Button kind="action" onClick={copy}>
          {t(copied ? "invites.copied" : "invites.copy")}
        </Button>
      </div>
      <section className={styles.part} aria-labelledby="share">
        <h2 id="share">{t("invites.share")}</h2>
        <div className={styles.row}>
          {Object.entries(card.share).map(([channel, url]) => (
            <ButtonLink key={channel} href={url} target="_blank" rel="noreferrer">
              {has(`invites.channels.${channel}`, "economy")
                ? lookUp(`invites.channels.${channel}`, "economy")
                : channel}
            </ButtonLink>
          ))}
        </div>
      </section>
      <Came card={card} />
    </>
  );
}

function Came({ card }: { card: InviteCard }) {
  const { t } = useTranslation("economy");
  const { has, lookUp } = useWords();
  const { signed } = useFormats();
  const when = useWhen();
  const said = (result: string) =>
    has(`invites.results.${result}`, "economy") ? lookUp(`invites.results.${result}`, "economy") : result;
  return (
    <section className={styles.part} aria-labelledby="came">
      <h2 id="came">{t("invites.came")}</h2>
      <p className="num">{t("invites.left", { today: card.left_today, month: card.left_month })}</p>
      {card.invited.length === 0 && <p>{t("invites.nobody")}</p>}
      <ul className={styles.lines}>
        {card.invited.map((friend) => (
          <li key={friend.at_ms} className={styles.line}>
            <span className={styles.what}>
              <strong>{said(friend.result)}</strong>
              <time>{when(friend.at_ms)}</time>
            </span>
            <span className={`${styles.moved} num`} data-in={friend.chips > 0}>
              {signed(friend.chips)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
