import { expect, it } from "vitest";

/** Every source that draws something, by its path below `src`. */
const sources = import.meta.glob<string>("../**/*.tsx", { eager: true, query: "?raw", import: "default" });
const PLACE = /<(span|strong|th|td|li|p|dt|h\d)\b[^>]*className=(?:"name"|\{`[^`]*\bname`\})[^>]*>(.*?)<\/\1>/gs;

/** Where the class of names marks something else, or a name whose card would be of no use there. */
const OTHERS: Readonly<Record<string, string>> = {
  "people/PlayerName.tsx": "the component itself",
  "screens/room/AccountMenu.tsx": "one's own name, above one's own pages",
  "screens/account/PhotoPart.tsx": "one's own name, beside the photo that one chooses",
  "screens/competitions/EntrantsPart.tsx": "for operators, who take entrants out",
  "screens/welcome/LookAround.tsx": "names of games",
  "screens/visits/RoomsScreen.tsx": "names of other houses",
  "screens/conversations/ConversationList.tsx": "a line leads to the conversation, whose name leads to the card",
  "screens/records/Compare.tsx": "kinds of decisions",
};
/** Score sheets and boards repeat the names of the plates around them, whose cards are one press away. */
const isBoard = (path: string) =>
  /^(games\/(?!baccarat\/Places)|cards\/)/.test(path) || path === "screens/table/SeatPlate.tsx";

function bareNames(path: string, text: string): string[] {
  if (path in OTHERS || isBoard(path)) return [];
  return [...text.matchAll(PLACE)]
    .filter(([, , inside]) => !/<Player(Name|Names|)\b/.test(inside ?? ""))
    .map(([all]) => all);
}

const below = Object.entries(sources).map(
  ([path, text]) => [path.replace(/^\.\.\/|^\.\//, (at) => (at === "./" ? "people/" : "")), text] as const,
);

it.each(below)("leads from every name to its player's card in %s", (path, text) => {
  expect(bareNames(path, text)).toEqual([]);
});

it("would see a name that leads nowhere", () => {
  expect(bareNames("screens/x.tsx", '<span className="name">{line.name}</span>')).toHaveLength(1);
  expect(
    bareNames("screens/x.tsx", '<th scope="row" className={`${styles.a} name`}>\n{calls(row.name)}</th>'),
  ).toHaveLength(1);
  expect(bareNames("screens/x.tsx", '<span className="name"><PlayerName account={a} name={b} /></span>')).toEqual([]);
});

it("shows a face only where its name leads to the card", () => {
  const faces = below.filter(([path, text]) => /<Face account/.test(text) && !(path in OTHERS) && !isBoard(path));
  expect(faces.filter(([, text]) => !/<PlayerNames?\b/.test(text)).map(([path]) => path)).toEqual([]);
});

it("knows of no exception that is not there any more", () => {
  const paths = new Set(below.map(([path]) => path));
  expect(Object.keys(OTHERS).filter((path) => !paths.has(path))).toEqual([]);
});
