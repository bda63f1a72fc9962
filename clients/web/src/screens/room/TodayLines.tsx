import { rest } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { useResource } from "../../app/useResource";
import { isVisitor } from "../../state/visitors";
import { FreeTicket } from "./FreeTicket";
import { ProblemLine } from "./ProblemLine";

/** What there is today for who lives here, by one answer: the free ticket, the problems of the day, the row of days. */
export function TodayLines() {
  const { me } = useRoom();
  const token = useApp((state) => state.token);
  return token === null || isVisitor(me) ? null : <Lines token={token} />;
}

function Lines({ token }: { token: string }) {
  const today = useResource(() => rest.today(token));
  return (
    <>
      <FreeTicket token={token} today={today} />
      {today.value && <ProblemLine today={today.value} />}
    </>
  );
}
