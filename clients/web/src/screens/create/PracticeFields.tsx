import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";
import { otherSeats } from "../../state/games";
import { ClockChoice } from "./ClockChoice";
import { StrengthChoice } from "./StrengthChoice";
import { computerSeats, type FieldProps, isOfPairs } from "./useDraft";

/** How one practises: with how many computers (friends take the other chairs), and whether a clock runs. */
export function PracticeFields({ draft, onChange }: FieldProps) {
  const { t } = useTranslation(["app", "play"]);
  const chairs = otherSeats(draft.game, draft.options);
  const others = chairs.length;
  const seats = computerSeats(draft);
  const counts = Array.from({ length: others }, (_, at) => others - at);
  return (
    <>
      {others > 1 && (
        <Choice
          legend={t("play:practice.computers")}
          options={counts.map((count) => ({ value: String(count), label: String(count) }))}
          value={String(Math.min(draft.computers ?? others, others))}
          hint={t("play:practice.computersHint")}
          onChange={(count) => onChange({ computers: Number(count) })}
        />
      )}
      {isOfPairs(draft) && seats.length < others && (
        <Choice
          legend={t("play:practice.partner")}
          options={[
            { value: "friend", label: t("play:practice.partnerFriend") },
            { value: "computer", label: t("play:practice.partnerComputer") },
          ]}
          value={draft.friendIsPartner ? "friend" : "computer"}
          onChange={(partner) => onChange({ friendIsPartner: partner === "friend" })}
        />
      )}
      <StrengthChoice game={draft.game.game} seats={seats} />
      <ClockChoice draft={draft} onChange={onChange} />
      <p>{t("create.practiceNote")}</p>
    </>
  );
}
