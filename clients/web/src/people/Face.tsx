import type { ReactNode } from "react";
import { useApp } from "../app/context";
import { Avatar } from "../parts/Avatar";
import { ComputerFace } from "./ComputerFace";
import { useComputerNumber } from "./useComputerNames";
import { Picture } from "../screens/chips/art";

interface Props {
  account: string | null;
  name: string;
  bot?: boolean;
}

/** How somebody looks: the avatar that they wear, else their photo, else their initial. Who is not here has the last. */
export function Face({ account, name, bot = false }: Props) {
  const photo = useApp((state) => (account === null ? null : (state.room?.players.get(account)?.photo ?? null)));
  const worn = useApp((state) => (account === null ? null : (state.room?.players.get(account)?.avatar ?? null)));
  if (photo && !worn) {
    return (
      <Avatar name={name}>
        <img src={`/api/photos/${photo}`} alt="" width={192} height={192} decoding="async" />
      </Avatar>
    );
  }
  const picture = worn && <Picture name={worn} />;
  return bot ? <BotFace name={name}>{picture}</BotFace> : <Avatar name={name}>{picture}</Avatar>;
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
