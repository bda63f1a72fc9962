import { useState } from "react";
import { useRoom } from "../../app/context";
import { myTable, NO_FILTER, type TableFilter } from "../../state/lists";
import { CareDialogs } from "../chips/CareDialogs";
import { EveningBar } from "../companies/EveningBar";
import { CreateTableDialog } from "../create/CreateTableDialog";
import type { Wish } from "../create/useDraft";
import { OpenMessages } from "../messages/OpenMessages";
import { SeekBar } from "../seek/SeekBar";
import { SeekDialog } from "../seek/SeekDialog";
import { VisitorBar } from "../visits/VisitorBar";
import { Header } from "./Header";
import { Invitations } from "./Invitations";
import { NowPane } from "./NowPane";
import { PeoplePane } from "./PeoplePane";
import styles from "./RoomScreen.module.css";
import { type Tab, TabBar } from "./TabBar";
import { TablesPane } from "./TablesPane";
import { isVisitor } from "../../state/visitors";

/** The meeting room: the tables, what is going on, the people. On a phone one of the three at a time. `asked`: the table that the address names. */
export function RoomScreen({ asked }: { asked: string | null }) {
  const room = useRoom();
  const [tab, setTab] = useState<Tab>("now");
  const [filter, setFilter] = useState<TableFilter>(NO_FILTER);
  const [creating, setCreating] = useState<Wish | null>(null);
  const [seeking, setSeeking] = useState(false);
  const onSeek = () => setSeeking(true);
  const seated = myTable(room) !== null;
  // On a phone one's own table is under "now": sitting down leads there.
  const [wasSeated, setWasSeated] = useState(seated);
  if (seated !== wasSeated) {
    setWasSeated(seated);
    setTab("now");
  }
  return (
    <div className={styles.screen} data-tab={tab}>
      <Header />
      <VisitorBar />
      <SeekBar />
      {!isVisitor(room.me) && <EveningBar />}
      <main className={styles.panes}>
        <TablesPane filter={filter} onFilter={setFilter} onCreate={setCreating} onSeek={onSeek} />
        <NowPane asked={asked} filter={filter} onCreate={setCreating} onSeek={onSeek} />
        <PeoplePane
          shown={tab === "people"}
          onInvite={(invite) => setCreating({ company: "invite", game: null, invite })}
        />
      </main>
      <div className={styles.elsewhere}>
        <Invitations over />
      </div>
      <TabBar tab={tab} onTab={setTab} />
      <OpenMessages />
      {!isVisitor(room.me) && <CareDialogs />}
      {seeking && <SeekDialog onClose={() => setSeeking(false)} />}
      {creating && <CreateTableDialog wish={creating} onClose={() => setCreating(null)} />}
    </div>
  );
}
