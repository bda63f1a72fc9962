import { addressOf, type PageProps } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { conductRest } from "../conduct/conductRest";
import { PaperPage } from "../records/PaperPage";
import { useRequest } from "../../app/useRequest";
import { Waiting } from "../records/Waiting";
import { AuditPart } from "./AuditPart";
import { CompanyPart } from "./companies/CompanyPart";
import { LivePart } from "./LivePart";
import { OperationsPart } from "./OperationsPart";
import { type Part, partsFor } from "./parts";
import { PlayerPart } from "./PlayerPart";
import { QueuePart } from "./QueuePart";
import { RolesPart } from "./RolesPart";
import { Roles } from "./roles";
import { SettingsPart } from "./settings/SettingsPart";
import { ShopPart } from "./shop/ShopPart";
import styles from "./Staff.module.css";
import { TrendsPart } from "./TrendsPart";
import { useToken } from "./useStaff";

/** The console of moderators, administrators, operators and auditors: the parts for which the account has a role. */
export default function StaffScreen({ page }: PageProps<"staff">) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const asked = useRequest(token, () => conductRest.conduct(token));
  if (asked.state !== "here") return <Waiting refused={asked.state === "refused" ? asked.code : null} />;
  const parts = partsFor(asked.value.roles);
  const [first] = parts;
  if (first === undefined)
    return (
      <PaperPage title={t("title")} lead={t("forbidden")}>
        {null}
      </PaperPage>
    );
  const part = page.part === null ? first : (parts.find((each) => each === page.part) ?? null);
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      <nav className={styles.parts} aria-label={t("title")}>
        {parts.map((each) => (
          <ButtonLink
            key={each}
            href={addressOf({ at: "staff", part: each, about: null })}
            aria-current={each === part ? "page" : undefined}
          >
            {t(`parts.${each}`)}
          </ButtonLink>
        ))}
      </nav>
      <Roles value={asked.value.roles}>
        <Content part={part} player={page.about} />
      </Roles>
    </PaperPage>
  );
}

/** `part`: null where the address names one that is not open to this account, or that does not exist. */
function Content({ part, player }: { part: Part | null; player: string | null }) {
  const { t } = useTranslation("staff");
  if (part === "queue") return <QueuePart />;
  if (part === "live") return <LivePart />;
  if (part === "player") return <PlayerPart key={player} player={player} />;
  if (part === "companies") return <CompanyPart key={player} company={player} />;
  if (part === "trends") return <TrendsPart />;
  if (part === "audit") return <AuditPart />;
  if (part === "roles") return <RolesPart />;
  if (part === "operations") return <OperationsPart />;
  if (part === "settings") return <SettingsPart />;
  if (part === "shop") return <ShopPart />;
  return <p role="alert">{t("forbidden")}</p>;
}
