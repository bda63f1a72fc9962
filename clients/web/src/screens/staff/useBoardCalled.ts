import { useRequest } from "../../app/useRequest";
import { useBoardName, useBoardNameOf } from "../rankings/boardNames";
import { useMay } from "./roles";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

/** What a board is called: by the title that is written with it, by its definition, which operators may read, or by the
 * games in its id. */
export function useBoardCalled(): (board: string, title?: string) => string {
  const token = useToken();
  const may = useMay();
  const name = useBoardName();
  const nameOf = useBoardNameOf();
  const found = useRequest("definitions", may.operate ? () => staffRest.boards(token) : null);
  const definitions = found.state === "here" ? found.value.definitions : [];
  return (board, title = "") => {
    const known = definitions.find((each) => each.board === board);
    return title || (known ? name(known) : nameOf(board));
  };
}
