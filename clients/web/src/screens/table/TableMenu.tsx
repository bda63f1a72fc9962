import { useState } from "react";
import { useClient } from "../../app/context";
import type { SeatView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { IconButton } from "../../parts/IconButton";
import { Menu, MenuItem } from "../../parts/Menu";
import { ReportDialog } from "../conduct/ReportDialog";
import { GiftDialog } from "./GiftDialog";
import { GiftItem } from "./GiftItem";
import { canAsk } from "./Hint";
import { PrinciplesDialog } from "./PrinciplesDialog";
import { useIsVisitor } from "../visits/useVisits";
import { SettingsDialog } from "../settings/SettingsDialog";
import type { StillView } from "../../state/still";

interface Props {
  view: StillView;
  onRules: () => void;
  onLeave: () => void;
  /** Asks the computer what it would play; only offered where that is allowed. */
  onHint: () => void;
}

/** An entry closes the menu and does its work. */
const after = (close: () => void, action: () => void) => () => {
  close();
  action();
};

/** Rules, settings and the way out behind one button. */
export function TableMenu({ view, onRules, onLeave, onHint }: Props) {
  const { t } = useTranslation(["app", "conduct", "analysis", "economy"]);
  const client = useClient();
  const isAway = useIsVisitor();
  const [opened, setOpened] = useState<"gifts" | "principles" | "settings" | null>(null);
  const onClose = () => setOpened(null);
  const [reported, setReported] = useState<SeatView | null>(null);
  const others = view.seats.filter((seat, at) => at !== view.you && seat.account !== null);
  const runs = view.phase === "playing" || view.phase === "stopped";
  const played = runs ? view.match : (view.result?.match ?? view.match);
  const plays = view.you !== null && (view.phase === "playing" || view.phase === "asking");
  return (
    <>
      <Menu trigger={(props) => <IconButton icon="menu" label={t("table.menu")} {...props} />}>
        {(close) => (
          <>
            <MenuItem icon="question" onClick={after(close, onRules)}>
              {t("table.rules")}
            </MenuItem>
            {canAsk(view) && (
              <MenuItem icon="book" onClick={after(close, onHint)}>
                {t("analysis:hint.ask")}
              </MenuItem>
            )}
            {plays && view.phase === "playing" && !isAway && (
              <GiftItem view={view} onClick={after(close, () => setOpened("gifts"))} />
            )}
            {others.map((seat) => (
              <MenuItem key={seat.account} icon="flag" onClick={after(close, () => setReported(seat))}>
                {t("conduct:report.open", { name: seat.name })}
              </MenuItem>
            ))}
            {(view.stake_chips > 0 || view.house) && (
              <MenuItem icon="heart" onClick={after(close, () => setOpened("principles"))}>
                {t("economy:principles.title")}
              </MenuItem>
            )}
            <MenuItem icon="settings" onClick={after(close, () => setOpened("settings"))}>
              {t("table.settings")}
            </MenuItem>
            <MenuItem icon="door" onClick={after(close, plays ? onLeave : () => client.goBack())}>
              {t(plays ? "table.leave" : "table.stopWatching")}
            </MenuItem>
          </>
        )}
      </Menu>
      {opened === "gifts" && <GiftDialog view={view} onClose={onClose} />}
      {reported?.account && (
        <ReportDialog
          account={reported.account}
          name={reported.name}
          where={{ table: view.table, match: played || null }}
          onClose={() => setReported(null)}
        />
      )}
      {opened === "principles" && <PrinciplesDialog onClose={onClose} />}
      {opened === "settings" && <SettingsDialog onClose={onClose} />}
    </>
  );
}
