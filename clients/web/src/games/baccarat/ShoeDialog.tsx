import { useEffect, useState } from "react";
import { promised } from "../../fair/memory";
import { check, type Verdict, verdict } from "../../fair/verify";
import type { ShoeView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import type { HouseBankedTable, Say } from "../api";
import styles from "./Tables.module.css";

interface Props {
  house: HouseBankedTable | null;
  you: number | null;
  onClose: () => void;
  say: Say;
}

/** What was promised about the shoe in play, and the proof of the one before. */
export function ShoeDialog({ house, you, onClose, say }: Props) {
  const shoe = house?.shoe ?? null;
  return (
    <Dialog title={say("shoe.proof")} onClose={onClose} width="wide">
      <p>{say("shoe.explain")}</p>
      <dl className={styles.proof}>
        <dt>{say("shoe.commit", { number: shoe?.number ?? "–" })}</dt>
        <dd>{shoe?.commit || say("shoe.none")}</dd>
      </dl>
      {house?.lastShoe && <LastShoe shoe={house.lastShoe} you={you} say={say} />}
    </Dialog>
  );
}

function LastShoe({ shoe, you, say }: { shoe: ShoeView; you: number | null; say: Say }) {
  const { t } = useTranslation();
  const found = useVerdict(shoe, you);
  return (
    <section className={styles.last} data-verdict={found}>
      <h3>{say("shoe.last", { number: shoe.number })}</h3>
      {found && (
        <p className={styles.verdict}>
          <Icon name={found === "verified" ? "check" : "alert"} size={20} />
          {t(`fair.${found}`)}
        </p>
      )}
      <dl className={styles.proof}>
        <dt>{t("fair.commit")}</dt>
        <dd>{shoe.commit}</dd>
        <dt>{t("fair.root")}</dt>
        <dd>{shoe.root}</dd>
        <dt>{t("fair.seeds")}</dt>
        {shoe.seeds.map((seed, at) => (
          <dd key={at}>{seed}</dd>
        ))}
      </dl>
    </section>
  );
}

function useVerdict(shoe: ShoeView, you: number | null): Verdict | null {
  const [found, setFound] = useState<Verdict | null>(null);
  const { match, root, commit } = shoe;
  useEffect(() => {
    let wanted = true;
    void check(shoe, promised(match), you).then((done) => wanted && setFound(verdict(done)));
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the same shoe comes again with every frame
  }, [match, root, commit, you]);
  return found;
}
