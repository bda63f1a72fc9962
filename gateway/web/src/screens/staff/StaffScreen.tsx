import { useTranslation } from "react-i18next";
import { addressOf } from "../../app/pages";
import type { PageProps } from "../../app/screens";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { AuditPart } from "./AuditPart";
import { LivePart } from "./LivePart";
import { OperationsPart } from "./OperationsPart";
import { PlayerPart } from "./PlayerPart";
import { QueuePart } from "./QueuePart";
import { RolesPart } from "./RolesPart";
import { SettingsPart } from "./settings/SettingsPart";
import styles from "./Staff.module.css";

const PARTS = ["queue", "live", "player", "audit", "roles", "operations", "settings"] as const;

/** The console of moderators, administrators, operators and auditors. */
export default function StaffScreen({ page }: PageProps<"staff">) {
  const { t } = useTranslation("staff");
  const part = PARTS.find((each) => each === page.part) ?? "queue";
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      <nav className={styles.parts} aria-label={t("title")}>
        {PARTS.map((each) => (
          <ButtonLink
            key={each}
            href={addressOf({ at: "staff", part: each, about: null })}
            aria-current={each === part ? "page" : undefined}
          >
            {t(`parts.${each}`)}
          </ButtonLink>
        ))}
      </nav>
      {part === "queue" && <QueuePart />}
      {part === "live" && <LivePart />}
      {part === "player" && <PlayerPart key={page.about} player={page.about} />}
      {part === "audit" && <AuditPart />}
      {part === "roles" && <RolesPart />}
      {part === "operations" && <OperationsPart />}
      {part === "settings" && <SettingsPart />}
    </PaperPage>
  );
}
