import { useTranslation } from "../../i18n/useTranslation";
import styles from "./DrawDialog.module.css";

/** All that a ticket's number was made of. */
export function ProofLines({ commit, seed, root }: { commit: string; seed: string | null; root: string | null }) {
  const { t } = useTranslation("economy");
  return (
    <dl className={styles.proof}>
      <dt>{t("lotteries.seal")}</dt>
      <dd>{commit}</dd>
      {seed !== null && (
        <>
          <dt>{t("lotteries.seed")}</dt>
          <dd>{seed}</dd>
        </>
      )}
      {root !== null && (
        <>
          <dt>{t("lotteries.root")}</dt>
          <dd>{root}</dd>
        </>
      )}
    </dl>
  );
}
