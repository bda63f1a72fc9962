import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApp, useClient, useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { rest } from "../../net/rest";
import { Avatar } from "../../parts/Avatar";
import { Menu, MenuItem } from "../../parts/Menu";
import { SettingsDialog } from "../settings/SettingsDialog";
import styles from "./AccountMenu.module.css";

export function AccountMenu() {
  const { t } = useTranslation(["app", "economy"]);
  const { t: records } = useTranslation("records");
  const client = useClient();
  const { me } = useRoom();
  const [settings, setSettings] = useState(false);
  return (
    <>
      <Menu
        trigger={(props) => (
          <button type="button" className={styles.button} aria-label={t("room.accountMenu")} {...props}>
            <Avatar name={me.name} />
          </button>
        )}
      >
        {(close) => (
          <>
            <OwnCard />
            <MenuItem icon="chips" onClick={() => goTo({ at: "wallet" })}>
              {t("economy:wallet.title")}
            </MenuItem>
            <MenuItem icon="history" onClick={() => goTo({ at: "matches" })}>
              {records("matches.title")}
            </MenuItem>
            <MenuItem icon="book" onClick={() => goTo({ at: "studies" })}>
              {records("studies.title")}
            </MenuItem>
            <MenuItem
              icon="settings"
              onClick={() => {
                close();
                setSettings(true);
              }}
            >
              {t("room.settings")}
            </MenuItem>
            <MenuItem icon="door" onClick={() => client.logout()}>
              {t("room.logout")}
            </MenuItem>
          </>
        )}
      </Menu>
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
    </>
  );
}

/** One's name, and how many rated games lie behind one. */
function OwnCard() {
  const { t } = useTranslation();
  const { me } = useRoom();
  const games = useRatedGames();
  return (
    <div className={styles.card}>
      <span className="name">{me.name}</span>
      <span className={`${styles.games} num`}>{games === null ? " " : t("room.ratedGames", { count: games })}</span>
    </div>
  );
}

function useRatedGames(): number | null {
  const token = useApp((state) => state.token);
  const [games, setGames] = useState<number | null>(null);
  useEffect(() => {
    let wanted = true;
    if (token) {
      rest.me(token).then(
        (me) => wanted && setGames(me.games),
        () => undefined, // the line stays empty: nothing depends on it
      );
    }
    return () => {
      wanted = false;
    };
  }, [token]);
  return games;
}
