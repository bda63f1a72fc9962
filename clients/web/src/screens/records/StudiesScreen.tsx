import { useState } from "react";
import { addressOf } from "../../app/pages";
import { rest, type Branch } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { roundOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "./PaperPage";
import styles from "./Lines.module.css";
import { useRequest } from "../../app/useRequest";
import { Empty } from "../Empty";
import { useWhen } from "./useWhen";

/** The studies that one has kept. */
export function StudiesScreen({ token }: { token: string }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const asked = useRequest("branches", () => rest.branches(token));
  const [gone, setGone] = useState<readonly string[]>([]);
  const found = asked.state === "here" ? asked.value : null;
  const branches = found?.branches.filter((each) => !gone.includes(each.branch)) ?? [];
  const forget = (branch: string) => {
    rest.deleteBranch(token, branch).then(
      () => setGone((before) => [...before, branch]),
      () => undefined, // it stays in the list: one can try again
    );
  };
  return (
    <PaperPage title={t("studies.title")} lead={t("studies.lead")} back={{ at: "matches" }}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code })}</p>}
      {found && (
        <p role="status" className="num">
          {t("studies.count", { count: branches.length, limit: found.limit })}
        </p>
      )}
      <ul className={styles.lines}>
        {branches.map((branch) => (
          <StudyLine key={branch.branch} branch={branch} onForget={() => forget(branch.branch)} />
        ))}
      </ul>
      {found && branches.length === 0 && (
        <Empty from={{ page: { at: "matches" }, name: t("matches.title") }}>{t("studies.empty")}</Empty>
      )}
    </PaperPage>
  );
}

function StudyLine({ branch, onForget }: { branch: Branch; onForget: () => void }) {
  const { t } = useTranslation("records");
  const words = useGameWords();
  const when = useWhen();
  const { list } = useFormats();
  const { match, hand, position } = branch;
  const about = { game: words.name(branch.game), names: list(branch.players) };
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <h2>{t("studies.of", about)}</h2>
        <p>
          {t(`round.${roundOf(branch.game)}.at`, { hand, position })} ·{" "}
          {t("studies.steps", { count: branch.steps.length })} · <time>{when(branch.saved_at_ms)}</time>
        </p>
      </div>
      <div className={styles.do}>
        <ButtonLink
          kind="action"
          href={addressOf({ at: "academy", match, hand, position, branch: branch.branch })}
          aria-label={t("studies.openOf", about)}
        >
          {t("studies.open")}
        </ButtonLink>
        <Button onClick={onForget} aria-label={t("studies.forgetOf", about)}>
          {t("studies.forget")}
        </Button>
      </div>
    </li>
  );
}
