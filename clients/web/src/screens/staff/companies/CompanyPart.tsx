import { type FormEvent, useState } from "react";
import type { CompanyFile, SeenCompanies } from "kafeneio-client";
import { addressOf, goTo } from "../../../app/pages";
import { useLastAlone } from "../../../app/questions";
import { refusal } from "../../../app/useRequest";
import { useResource } from "../../../app/useResource";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import { CompanyView } from "./CompanyView";

/** Companies of players, found by a part of their names. Opening one is in the audit log. */
export function CompanyPart({ company }: { company: string | null }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [text, setText] = useState("");
  const [found, setFound] = useState<SeenCompanies["companies"] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useLastAlone();
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const counts = asking();
    staffRest.companies(token, text.trim()).then(
      ({ companies }) => {
        if (!counts()) return;
        setFound(companies);
        setRefused(null);
        const [only] = companies;
        if (only && companies.length === 1) goTo({ at: "staff", part: "companies", about: only.company });
      },
      (error: unknown) => counts() && setRefused(refusal(error).code),
    );
  };
  return (
    <section>
      <form className={styles.row} onSubmit={search}>
        <Field label={t("company.search")} value={text} onChange={(event) => setText(event.target.value)} />
        <Button type="submit">{t("company.find")}</Button>
      </form>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found?.length === 0 && <p role="status">{t("company.none")}</p>}
      <ul className={styles.chat}>
        {found?.map((each) => (
          <li key={each.company}>
            <a href={addressOf({ at: "staff", part: "companies", about: each.company })}>{each.name}</a>{" "}
            <small>
              {t("company.members", { count: each.members })}
              {each.closed && ` · ${t("company.closed")}`}
            </small>
          </li>
        ))}
      </ul>
      {company !== null && <Opened company={company} />}
    </section>
  );
}

function Opened({ company }: { company: string }) {
  const says = useSays();
  const token = useToken();
  const { value, refused, act } = useResource<CompanyFile>(() => staffRest.company(token, company));
  const again = () =>
    void act(
      () => staffRest.company(token, company),
      (file) => file,
    );
  return (
    <>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value && <CompanyView file={value} onChanged={again} />}
    </>
  );
}
