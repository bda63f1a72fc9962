import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { ConductPart } from "../conduct/ConductPart";
import { PaperPage } from "../records/PaperPage";
import { GuestBanner } from "../guest/GuestBanner";
import { AvatarsPart } from "./AvatarsPart";
import { BlockedPart } from "./BlockedPart";
import { LastSeenPart } from "./LastSeenPart";
import { ExportPart } from "./ExportPart";
import { ErasePart } from "./ErasePart";
import { SecurityPart } from "../access/SecurityPart";
import { PushPart } from "./PushPart";
import { PhotoPart } from "./PhotoPart";
import { ProgramsPart } from "../programs/ProgramsPart";
import { isVisitor } from "../../state/visitors";
import styles from "./Account.module.css";

/** How others see one, and what one may do about one's data. */
export function ProfileScreen({ token }: { token: string }) {
  const { t } = useTranslation("account");
  const { me } = useRoom();
  const isResident = !me.guest && !isVisitor(me);
  return (
    <PaperPage title={t("profile.title")} lead={t("profile.lead")}>
      <nav className={styles.row} aria-label={me.name}>
        <ButtonLink href={addressOf({ at: "statistics" })}>{t("statistics.title")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "terms" })}>{t("profile.terms")}</ButtonLink>
      </nav>
      <GuestBanner />
      {isResident && <PhotoPart token={token} />}
      {isResident && <AvatarsPart token={token} />}
      <ConductPart token={token} />
      <LastSeenPart token={token} />
      {!isVisitor(me) && <PushPart token={token} />}
      <BlockedPart token={token} />
      {isResident && <SecurityPart token={token} />}
      {isResident && <ProgramsPart token={token} />}
      <ExportPart token={token} />
      <ErasePart />
    </PaperPage>
  );
}
