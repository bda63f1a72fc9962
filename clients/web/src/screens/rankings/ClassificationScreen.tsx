import { useState } from "react";
import { useApp } from "../../app/context";
import { rankings, type Classification, type Classifications } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { PlayerName } from "../../people/PlayerName";
import { Button } from "../../parts/Button";
import { PaperPage } from "../records/PaperPage";
import { useRequest } from "../../app/useRequest";
import { Empty } from "../Empty";
import { Quintile } from "./Quintile";
import { quintileLines } from "./quintiles";
import styles from "./Rankings.module.css";

const PAGE = 50;
interface From {
  pr_max: number | null;
  after: string | null;
  around: boolean;
}
const TOP: From = { pr_max: null, after: null, around: false };

/** The dominoes players by PR, with their quintiles. */
export function ClassificationScreen({ token }: { token: string }) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const [from, setFrom] = useState(TOP);
  const asked = useRequest(JSON.stringify(from), () => rankings.classification(token, { ...from, limit: PAGE }));
  return (
    <PaperPage title={t("classification.title")} lead={t("classification.lead")}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <Players found={asked.value} from={from} onShow={setFrom} />}
    </PaperPage>
  );
}

interface Props {
  found: Classifications;
  from: From;
  onShow: (from: From) => void;
}

function Players({ found, from, onShow }: Props) {
  const { t } = useTranslation("rankings");
  const last = found.rows.at(-1);
  return (
    <>
      <Bounds found={found} />
      {found.rows.length === 0 ? <Empty>{t("classification.empty")}</Empty> : <Table found={found} />}
      <div className={styles.row}>
        {from !== TOP && <Button onClick={() => onShow(TOP)}>{t("boards.top")}</Button>}
        {last && found.rows.length === PAGE && (
          <Button onClick={() => onShow({ pr_max: last.pr, after: last.account, around: false })}>
            {t("boards.next")}
          </Button>
        )}
        {found.own !== null && found.own.place !== null && (
          <Button kind="action" onClick={() => onShow({ ...TOP, around: true })}>
            {t("boards.around")}
          </Button>
        )}
      </div>
    </>
  );
}

/** From which PR on each quintile begins. */
function Bounds({ found }: { found: Classifications }) {
  const { t } = useTranslation("rankings");
  const { number } = useFormats();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("classification.players")}</dt>
        <dd className="num">{number(found.players)}</dd>
      </div>
      {quintileLines(found.bounds).map(({ quintile, fromPr }) => (
        <div key={quintile}>
          <dt>
            <Quintile value={quintile} />
          </dt>
          <dd className="num">{t("classification.from", { pr: number(fromPr) })}</dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ found }: { found: Classifications }) {
  const { t } = useTranslation("rankings");
  const elsewhere = found.own && !found.rows.some((row) => row.account === found.own?.account) ? found.own : null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">{t("classification.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("boards.place")}</th>
            <th scope="col">{t("boards.player")}</th>
            <th scope="col">{t("classification.quintile")}</th>
            <th scope="col">{t("classification.pr")}</th>
            <th scope="col">{t("boards.matches")}</th>
          </tr>
        </thead>
        <tbody>
          {found.rows.map((row) => (
            <Row key={row.account} row={row} />
          ))}
        </tbody>
        {elsewhere && (
          <tfoot>
            <Row row={elsewhere} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Row({ row }: { row: Classification }) {
  const { t } = useTranslation("rankings");
  const { number } = useFormats();
  const me = useApp((state) => state.room?.me.account);
  return (
    <tr data-own={row.account === me || undefined}>
      <td className="num">{row.place === null ? "–" : number(row.place)}</td>
      <th scope="row">
        <PlayerName account={row.account} name={row.name} />
        {row.account === me && <span className={styles.you}> ({t("you")})</span>}
      </th>
      <td>
        <Quintile value={row.quintile} />
      </td>
      <td className="num">{number(row.pr)}</td>
      <td className="num">{number(row.matches)}</td>
    </tr>
  );
}
