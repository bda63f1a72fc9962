import { useState } from "react";
import { rest, type ImportedMatch } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { refusal, useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import lines from "../records/Lines.module.css";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import { BringForm } from "./BringForm";

/** The matches that one has brought from other programs, and the form that brings one more. */
export function ImportsScreen({ token }: { token: string }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const asked = useRequest("imports", () => rest.imports(token));
  const [brought, setBrought] = useState<readonly ImportedMatch[]>([]);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const found = asked.state === "here" ? asked.value : null;
  const known = found?.imports.filter((each) => !brought.some(({ match }) => match === each.match)) ?? [];
  const shown = [...brought, ...known].filter((each) => !gone.includes(each.match));

  function add(made: ImportedMatch) {
    setBrought((before) => [made, ...before.filter(({ match }) => match !== made.match)]);
    setGone((before) => before.filter((match) => match !== made.match));
  }

  function remove(match: string) {
    setRefused(null);
    rest.deleteImport(token, match).then(
      () => setGone((before) => [...before, match]),
      (error: unknown) => setRefused(refusal(error).code),
    );
  }

  return (
    <PaperPage title={t("imports.title")} lead={t("imports.lead")} back={{ at: "matches" }}>
      <BringForm token={token} onBrought={add} />
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code })}</p>}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found && (
        <p role="status" className="num">
          {t("imports.count", { count: shown.length, limit: found.limit })}
        </p>
      )}
      <ul className={lines.lines}>
        {shown.map((each) => (
          <ImportLine key={each.match} line={each} onRemove={() => remove(each.match)} />
        ))}
      </ul>
    </PaperPage>
  );
}

function ImportLine({ line, onRemove }: { line: ImportedMatch; onRemove: () => void }) {
  const { t } = useTranslation("records");
  const words = useGameWords();
  const when = useWhen();
  const { list } = useFormats();
  const { match } = line;
  const about = { game: words.name(line.game), names: list(line.players) };
  return (
    <li className={lines.line}>
      <div className={lines.what}>
        <h2>{t("studies.of", about)}</h2>
        <p>
          {t("imports.games", { count: line.games })} · <time>{when(line.imported_at_ms)}</time>
        </p>
      </div>
      <div className={lines.do}>
        <ButtonLink
          kind="action"
          href={addressOf({ at: "replay", match, hand: null, position: null })}
          aria-label={t("matches.replayOf", about)}
        >
          {t("matches.replay")}
        </ButtonLink>
        <Button onClick={onRemove} aria-label={t("imports.removeOf", about)}>
          {t("imports.remove")}
        </Button>
      </div>
    </li>
  );
}
