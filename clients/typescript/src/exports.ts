import { Refused } from "./ask.ts";
import type { ExportLine } from "./generated/wire.ts";
import { lines } from "./streams.ts";

/** All matches that an account has played and that are kept, oldest first, each with the cursor after it. A stream that
 * is cut is begun anew after the last line. `after`: the cursor of the last line that one has. Refusals are thrown as
 * `Refused`; `offline`: five streams in a row have brought nothing. */
export async function* allRecordings(
  origin: string,
  token: string,
  after: string | null = null,
): AsyncGenerator<ExportLine, void> {
  let cursor = after;
  let fruitless = 0;
  while (fruitless < TRIES) {
    let found = false;
    for await (const line of linesAfter(origin, token, cursor)) {
      cursor = line.cursor || cursor;
      if (line.done) return;
      if (line.match) {
        found = true;
        yield line;
      } else if (line.error && line.error !== "service_unavailable") throw new Refused(line.error);
    }
    fruitless = found ? 0 : fruitless + 1;
    if (fruitless > 0) await new Promise((resume) => setTimeout(resume, PAUSE_MS * 2 ** fruitless));
  }
  throw new Refused("offline");
}

const TRIES = 5;
const PAUSE_MS = 100;

/** The lines of one stream, up to where it is cut. */
async function* linesAfter(origin: string, token: string, cursor: string | null): AsyncGenerator<ExportLine, void> {
  const query = cursor ? `?${new URLSearchParams({ after: cursor }).toString()}` : "";
  try {
    for await (const line of lines(origin, `/api/me/recordings/export${query}`, token)) yield line as ExportLine;
  } catch (error) {
    if (!(error instanceof Refused) || error.error !== "offline") throw error;
  }
}
