import type { ReactNode } from "react";
import { useApp } from "../app/context";
import { Avatar } from "../parts/Avatar";
import { ComputerFace } from "./ComputerFace";
import { useComputerNumber } from "./useComputerNames";
import { useShownName } from "./useShownName";
import { Picture } from "../screens/chips/art";

interface Props {
  account: string | null;
  name: string;
  bot?: boolean;
}

/** How somebody looks: the avatar that they wear, else their photo, else the initial of the name that is shown beside it.
 * Who is not here has the last. */
export function Face({ account, name, bot = false }: Props) {
  const photo = useApp((state) => (account === null ? null : (state.room?.players.get(account)?.photo ?? null)));
  const worn = useApp((state) => (account === null ? null : (state.room?.players.get(account)?.avatar ?? null)));
  if (!bot) return <Look name={name} photo={photo} avatar={worn} />;
  return <BotFace name={name}>{worn && <Picture name={worn} />}</BotFace>;
}

interface LookProps {
  name: string;
  photo: string | null;
  avatar: string | null;
}

/** The same of somebody whose looks are known from elsewhere than the room. */
export function Look({ name: kept, photo, avatar }: LookProps) {
  const name = useShownName()(kept);
  if (photo && !avatar) {
    return (
      <Avatar name={name}>
        <img src={`/api/photos/${photo}`} alt="" width={192} height={192} decoding="async" />
      </Avatar>
    );
  }
  return <Avatar name={name}>{avatar && <Picture name={avatar} />}</Avatar>;
}

/** Apart, since all names of computer players are looked up: there are many more faces of people. */
function BotFace({ name, children }: { name: string; children: ReactNode }) {
  const computer = useComputerNumber(name);
  return computer === null ? (
    <Avatar name={name} bot>
      {children}
    </Avatar>
  ) : (
    <Avatar name={name}>
      <ComputerFace number={computer} />
    </Avatar>
  );
}
