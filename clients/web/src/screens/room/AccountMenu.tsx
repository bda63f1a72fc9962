import { useEffect, useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { rest } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useConversations } from "../../people/conversations";
import { Face } from "../../people/Face";
import { useShownName } from "../../people/useShownName";
import { Menu, MenuItem } from "../../parts/Menu";
import { conductRest } from "../conduct/conductRest";
import { SettingsDialog } from "../settings/SettingsDialog";
import { MessagesDialog } from "../messages/MessagesDialog";
import { PasswordDialog } from "../settings/PasswordDialog";
import { useCells, useVisit } from "../visits/useVisits";
import { isVisitor } from "../../state/visitors";
import styles from "./AccountMenu.module.css";

type Opened = "messages" | "password" | "settings";

export function AccountMenu() {
  const { t } = useTranslation();
  const { me } = useRoom();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const unread = useUnread();
  return (
    <>
      <Menu
        trigger={(props) => (
          <button
            type="button"
            className={styles.button}
            aria-label={
              unread > 0 ? `${t("room.accountMenu")}, ${t("room.badge", { count: unread })}` : t("room.accountMenu")
            }
            {...props}
          >
            <Face account={me.account} name={me.name} />
            {unread > 0 && <span className={styles.badge} data-count={unread > 9 ? "9+" : unread} />}
          </button>
        )}
      >
        {(closeMenu) => (
          <Items
            onOpen={(what) => {
              closeMenu();
              setOpened(what);
            }}
          />
        )}
      </Menu>
      {opened === "messages" && <MessagesDialog onClose={close} />}
      {opened === "password" && <PasswordDialog onClose={close} />}
      {opened === "settings" && <SettingsDialog onClose={close} />}
    </>
  );
}

function Items({ onOpen }: { onOpen: (what: Opened) => void }) {
  const { t } = useTranslation();
  const { me } = useRoom();
  const visits = isVisitor(me);
  const { t: records } = useTranslation("records");
  const { t: account } = useTranslation("account");
  const { t: competitions } = useTranslation("competitions");
  const { t: rankings } = useTranslation("rankings");
  const { t: chance } = useTranslation("chance");
  const unread = useApp((state) => (state.messages ?? []).filter((each) => each.read_at_ms === null).length);
  return (
    <>
      <OwnCard />
      {!visits && !me.guest && <MessagesItem />}
      <MenuItem icon="letter" onClick={() => onOpen("messages")}>
        {t("messages.title")}
        {unread > 0 && <span className={styles.unread}>{t("room.badge", { count: unread })}</span>}
      </MenuItem>
      {!visits && <ChipsItem />}
      {!visits && (
        <MenuItem icon="cup" onClick={() => goTo({ at: "competitions" })}>
          {competitions("list.title")}
        </MenuItem>
      )}
      {!visits && <CompaniesItem />}
      <MenuItem icon="history" onClick={() => goTo({ at: "matches" })}>
        {records("matches.title")}
      </MenuItem>
      <MenuItem icon="bars" onClick={() => goTo({ at: "statistics" })}>
        {account("statistics.title")}
      </MenuItem>
      <MenuItem icon="cup" onClick={() => goTo({ at: "boards", board: null, period: null })}>
        {rankings("boards.title")}
      </MenuItem>
      <MenuItem icon="people" onClick={() => goTo({ at: "classification" })}>
        {rankings("classification.title")}
      </MenuItem>
      <MenuItem icon="book" onClick={() => goTo({ at: "studies" })}>
        {records("studies.title")}
      </MenuItem>
      <MenuItem icon="bars" onClick={() => goTo({ at: "chance" })}>
        {chance("title")}
      </MenuItem>
      <MenuItem icon="person" onClick={() => goTo({ at: "account" })}>
        {account("profile.title")}
      </MenuItem>
      {!visits && <StaffItem />}
      {!visits && <RoomsItem />}
      <MenuItem icon="settings" onClick={() => onOpen("settings")}>
        {t("room.settings")}
      </MenuItem>
      {!me.guest && !visits && (
        <MenuItem icon="key" onClick={() => onOpen("password")}>
          {t("password.title")}
        </MenuItem>
      )}
      {visits ? <HomeItem /> : <LeaveItem />}
    </>
  );
}

/** How many lines of friends are not read. */
function useUnread(): number {
  const token = useApp((state) => state.token);
  const { me } = useRoom();
  return useConversations(me.guest || isVisitor(me) ? null : token)?.unread ?? 0;
}

function MessagesItem() {
  const { t } = useTranslation(["conversations", "app"]);
  const unread = useUnread();
  return (
    <MenuItem icon="chat" onClick={() => goTo({ at: "messages", player: null })}>
      {t("title")}
      {unread > 0 && <span className={styles.unread}>{t("app:room.badge", { count: unread })}</span>}
    </MenuItem>
  );
}

/** The way to one's chips; for a guest, who has none, the way to an account. */
function ChipsItem() {
  const { t } = useTranslation(["economy", "guest"]);
  const { me } = useRoom();
  return me.guest ? (
    <MenuItem icon="person" onClick={() => goTo({ at: "register" })}>
      {t("guest:banner.action")}
    </MenuItem>
  ) : (
    <MenuItem icon="chips" onClick={() => goTo({ at: "wallet" })}>
      {t("economy:wallet.title")}
    </MenuItem>
  );
}

function CompaniesItem() {
  const { t } = useTranslation("companies");
  return (
    <MenuItem icon="people" onClick={() => goTo({ at: "companies" })}>
      {t("title")}
    </MenuItem>
  );
}

/** The way to other cells, where there are any; guests make an account first. */
function RoomsItem() {
  const { t } = useTranslation("visits");
  const { me } = useRoom();
  const cells = useCells();
  if (me.guest || !cells?.length) return null;
  return (
    <MenuItem icon="people" onClick={() => goTo({ at: "rooms" })}>
      {t("title")}
    </MenuItem>
  );
}

function LeaveItem() {
  const { t } = useTranslation();
  const client = useClient();
  const leave = () => {
    goTo(null);
    client.logout();
  };
  return (
    <MenuItem icon="door" onClick={leave}>
      {t("room.logout")}
    </MenuItem>
  );
}

/** The way out of a visit leads home; while home is not known, to the welcome page here. */
function HomeItem() {
  const { t } = useTranslation(["visits", "app"]);
  const client = useClient();
  const visit = useVisit();
  return (
    <MenuItem icon="door" onClick={() => (visit ? void client.visits.goHome() : client.logout())}>
      {t(visit ? "bar.goHome" : "app:room.logout")}
    </MenuItem>
  );
}

/** One's name, and how many rated games lie behind one. */
function OwnCard() {
  const { t } = useTranslation();
  const { me } = useRoom();
  const shown = useShownName();
  const games = useRatedGames();
  return (
    <div className={styles.card}>
      <span className="name">{shown(me.name)}</span>
      <span className={`${styles.games} num`}>{games === null ? " " : t("room.ratedGames", { count: games })}</span>
    </div>
  );
}

/** The way to the console, for who has a role. */
function StaffItem() {
  const { t } = useTranslation("staff");
  if (!useIsStaff()) return null;
  return (
    <MenuItem icon="flag" onClick={() => goTo({ at: "staff", part: null, about: null })}>
      {t("title")}
    </MenuItem>
  );
}

/** Whether this account has a role; the console itself asks the server for everything that it shows. */
function useIsStaff(): boolean {
  const token = useApp((state) => state.token);
  const [is, setIs] = useState(false);
  useEffect(() => {
    let wanted = true;
    if (token) {
      conductRest.conduct(token).then(
        ({ roles }) => wanted && setIs(roles.length > 0),
        () => undefined, // where it fails the entry is missing, and the address still works
      );
    }
    return () => {
      wanted = false;
    };
  }, [token]);
  return is;
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
