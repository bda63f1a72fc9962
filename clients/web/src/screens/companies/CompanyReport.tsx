import { useState } from "react";
import { createPortal } from "react-dom";
import type { CompanyLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { conductRest } from "../conduct/conductRest";
import { ReportForm } from "../conduct/ReportDialog";

const PARTS = ["name", "picture"] as const;

/** Reports the company's name, or its picture if it has one. Lines of its chat are reported where they stand. */
export function CompanyReport({ token, line }: { token: string; line: CompanyLine }) {
  const { t } = useTranslation("companies");
  const [open, setOpen] = useState(false);
  const [part, setPart] = useState<(typeof PARTS)[number]>("name");
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("own.report")}</Button>
      {open &&
        createPortal(
          <ReportForm
            name={line.name}
            send={(filing) => conductRest.reportCompany(token, line.company, { ...filing, part })}
            onClose={() => setOpen(false)}
          >
            {line.picture !== null && (
              <Choice
                legend={t("report.part")}
                options={PARTS.map((value) => ({ value, label: t(`report.${value}`) }))}
                value={part}
                onChange={setPart}
              />
            )}
          </ReportForm>,
          document.body,
        )}
    </>
  );
}
