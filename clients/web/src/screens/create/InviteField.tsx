import { useId, useRef } from "react";
import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { usePlaceName } from "../../people/usePlaceName";
import { useHeld, useStillOrder } from "../../parts/useStill";
import { otherSeats } from "../../state/games";
import { playersInOrder } from "../../state/lists";
import type { FieldProps } from "./useDraft";
import styles from "./InviteField.module.css";

/** Who is invited to each of the other chairs; only people who are free can be. */
export function InviteField({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { me, players } = useRoom();
  const area = useRef<HTMLDivElement>(null);
  const now = playersInOrder(players.values()).filter(
    (line) => line.status === "online" && line.account !== me.account,
  );
  const shown = useStillOrder({ source: players, lines: now, keyOf: (line) => line.account, isHeld: useHeld(area) });
  const free = shown.map(({ line }) => line);
  const others = otherSeats(draft.game, draft.options);
  const placeName = usePlaceName(draft.game, others.length + 1);
  const nobody = free.length === 0 && Object.keys(draft.invite).length === 0;
  // Four sit as a partnership does: who is opposite comes first.
  const seats = others.length === 3 ? [2, 3, 1] : others;
  return (
    <div ref={area} className={styles.seats}>
      {nobody && <p className={styles.note}>{t("create.nobodyFree")}</p>}
      {(nobody ? [] : seats).map((seat) => (
        <PlayerPicker
          key={seat}
          label={seats.length === 1 ? t("create.invite") : placeName(seat)}
          value={draft.invite[seat] ?? ""}
          // One person cannot sit on two chairs.
          names={namesFor(draft.invite, free, seat)}
          onChange={(name) => onChange({ invite: { ...draft.invite, [seat]: name } })}
        />
      ))}
    </div>
  );
}

/** Those who are free, and who was invited already: somebody of another hall is in no list here. */
function namesFor(invite: Record<string, string>, free: readonly { name: string }[], seat: number): string[] {
  const invited = invite[seat];
  const names = free.map((line) => line.name).filter((name) => !isElsewhere(invite, name, seat));
  return invited && !names.includes(invited) ? [invited, ...names] : names;
}

function isElsewhere(invite: Record<string, string>, name: string, seat: number): boolean {
  return Object.entries(invite).some(([other, invited]) => invited === name && other !== String(seat));
}

interface PickerProps {
  label: string;
  value: string;
  names: readonly string[];
  onChange: (name: string) => void;
}

function PlayerPicker({ label, value, names, onChange }: PickerProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
      >
        <option value="" disabled>
          {t("create.choosePlayer")}
        </option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
