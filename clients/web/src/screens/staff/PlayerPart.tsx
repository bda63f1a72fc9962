import { goTo } from "../../app/pages";
import type { FoundPlayer, PlayerFile } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { useResource } from "../../app/useResource";
import { DeviceSearch } from "./devices/DeviceSearch";
import { FileView } from "./FileView";
import { PersonPicker } from "./PersonPicker";
import { useMay } from "./roles";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

/** A player's file, found by a part of the name. Opening it is in the audit log. */
export function PlayerPart({ player }: { player: string | null }) {
  const { t } = useTranslation("staff");
  const may = useMay();
  const open = ({ account }: FoundPlayer) => goTo({ at: "staff", part: "player", about: account });
  return (
    <section>
      <PersonPicker label={t("player.find")} onPick={open} />
      {may.read && player === null && <DeviceSearch onPick={open} />}
      {player !== null && <Opened player={player} />}
    </section>
  );
}

function Opened({ player }: { player: string }) {
  const says = useSays();
  const token = useToken();
  const { value, refused, act } = useResource<PlayerFile>(() => staffRest.player(token, player));
  const again = () =>
    void act(
      () => staffRest.player(token, player),
      (file) => file,
    );
  return (
    <>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value && <FileView file={value} onChanged={again} />}
    </>
  );
}
