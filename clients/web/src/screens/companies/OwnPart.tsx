import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { Refused as RefusedByServer, type CompanyLine } from "kafeneio-client";
import { goTo } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { shrinkPhoto } from "../../people/shrinkPhoto";
import styles from "./Companies.module.css";
import { CompanyReport } from "./CompanyReport";
import { companyRest, hostRest } from "./companyRest";
import { WayChoice } from "./ListScreen";
import { Part, Refused, Sure } from "./Parts";
import { type Acts, useActs } from "./useActs";

/** Name, way in and picture for the founder; for all the way out. */
export function OwnPart({ token, line }: { token: string; line: CompanyLine }) {
  const { t } = useTranslation("companies");
  const acts = useActs();
  const [asked, setAsked] = useState<"leave" | "close" | null>(null);
  const out = { leave: companyRest.leave, close: hostRest.close };
  const go = async (way: "leave" | "close") => {
    setAsked(null);
    if (await acts.act(() => out[way](token, line.company))) goTo({ at: "companies" });
  };
  return (
    <Part title={t("own.title")}>
      <Refused refused={acts.refused} />
      {line.role === "founder" && <Naming key={line.name} token={token} line={line} acts={acts} />}
      {line.role === "founder" && <PictureChoice token={token} line={line} acts={acts} />}
      <div className={styles.do}>
        <Button onClick={() => setAsked("leave")}>{t("own.leave")}</Button>
        {line.role !== "founder" && <CompanyReport token={token} line={line} />}
        {line.role === "founder" && (
          <Button kind="danger" onClick={() => setAsked("close")}>
            {t("own.close")}
          </Button>
        )}
      </div>
      {asked && (
        <Sure
          title={t(`own.${asked}`)}
          text={t(`sure.${asked}`, { name: line.name })}
          onNo={() => setAsked(null)}
          onYes={() => void go(asked)}
        />
      )}
    </Part>
  );
}

interface Props {
  token: string;
  line: CompanyLine;
  acts: Acts;
}

function Naming({ token, line, acts: { act, busy } }: Props) {
  const { t } = useTranslation("companies");
  const [name, setName] = useState(line.name);
  const [joining, setJoining] = useState(line.joining);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(() => hostRest.change(token, line.company, name, joining));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={t("found.name")}
        value={name}
        minLength={3}
        maxLength={40}
        required
        onChange={(event) => setName(event.target.value)}
      />
      <WayChoice joining={joining} onChange={setJoining} />
      <Button type="submit" busy={busy} disabled={name === line.name && joining === line.joining}>
        {t("own.save")}
      </Button>
    </form>
  );
}

function PictureChoice({ token, line, acts: { act, busy } }: Props) {
  const { t } = useTranslation("companies");
  const file = useRef<HTMLInputElement>(null);
  const send = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    void act(async () => {
      const small = await shrinkPhoto(chosen).catch(() => {
        throw new RefusedByServer("photo_invalid");
      });
      await hostRest.setPicture(token, line.company, small);
    });
  };
  return (
    <div className={styles.do}>
      <input
        ref={file}
        className={styles.file}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t("own.picture")}
        onChange={send}
      />
      <Button busy={busy} onClick={() => file.current?.click()}>
        {t("own.picture")}
      </Button>
      {line.picture && (
        <Button busy={busy} onClick={() => void act(() => hostRest.deletePicture(token, line.company))}>
          {t("own.noPicture")}
        </Button>
      )}
    </div>
  );
}
