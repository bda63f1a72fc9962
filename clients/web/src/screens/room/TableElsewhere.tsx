import { useApp, useClient, useRoom } from "../../app/context";
import { ask } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useRequest } from "../../app/useRequest";

/** A table that this hall does not list: in another hall, with the way there, or gone. */
export function TableElsewhere({ table }: { table: string }) {
  const { t } = useTranslation(["halls", "play"]);
  const client = useClient();
  const token = useApp((state) => state.token) ?? "";
  const { seatedAt, halls } = useRoom();
  const isAlone = halls.length < 2;
  const find = () => ask("GET /api/tables/{table}", { token, path: { table } });
  const asked = useRequest(table, isAlone ? null : find);
  if (asked.state === "waiting" && !isAlone) return null;
  const hall = asked.state === "here" ? asked.value.hall : null;
  if (hall === null) {
    return (
      <>
        <h2>{t("play:link.gone")}</h2>
        <p>{t("play:link.goneText")}</p>
      </>
    );
  }
  return (
    <>
      <h2>{t("play:link.title")}</h2>
      <p>{t("elsewhere", { hall })}</p>
      {seatedAt === null ? (
        <Button onClick={() => void client.goToHall(hall)}>{t("go", { hall })}</Button>
      ) : (
        <p>{t("seated")}</p>
      )}
    </>
  );
}
