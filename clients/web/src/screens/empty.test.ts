import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.tsx", "!./staff/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** A paragraph of words for a list with nothing on it. */
const PLAIN = /<p[^>]*>\s*\{t\([^)]*?"((?:\w+[.:])*(?:empty\w*|none\w*|nobody\w*|nothing\w*|no[A-Z]\w*))"/g;

/** Words without a step of their own, and why. */
const STEP_ELSEWHERE: Record<string, string> = {
  "programs/AllowedPart allowed.none": "a fact: programs ask by themselves",
  "programs/BotsPart bots.none": "the button that makes one is below it",
  "programs/ProgramsPart none": "the button that makes one is below it",
  "programs/RegisteredPart own.none": "the button that registers one is below it",
  "account/BlockedPart none": "the form is below",
  "analysis/DecisionsPart decisions.none": "a finding",
  "badges/BadgesPart none": "what is there to earn is below",
  "analysis/MomentsPart moments.none": "a finding",
  "card/PlayerCard together.none": "the card's buttons play with the other",
  "chance/Fits days.none": "the platform counts by itself",
  "chance/ChanceScreen empty": "one's own luck below it leads to a game",
  "chips/GalleryScreen gallery.noPictures": "the link to pictures is below",
  "chips/InvitesScreen invites.nobody": "the ways to invite are above",
  "chips/Purchases purchases.empty": "the shop is above",
  "companies/CompanyScreen tables.none": "the button is in the part's head",
  "companies/EveningPart evening.none": "the button is in the part's head, for hosts",
  "companies/ListScreen list.noOpen": "the form to found one is below",
  "competitions/CalendarPart calendar.nothing": "a form to make one is below",
  "competitions/ListScreen list.empty": "buttons follow",
  "competitions/OperatorScreen list.empty": "the form is below",
  "competitions/OwnPart game.none": "all games are played",
  "competitions/RepeatFields form.noDay": "the days are above",
  "competitions/RulesPart rules.noPrizes": "a fact",
  "competitions/StandingsPart standings.empty": "games fill it by themselves",
  "conduct/ConductPart own.none": "nothing to be done about it",
  "conversations/Conversation empty": "the line to write in is below",
  "conversations/ConversationList noFriends": "the form is below",
  "create/InviteField create.nobodyFree": "the other ways are above",
  "messages/MessagesDialog messages.none": "letters come by themselves",
  "problems/Outcome nobody": "a finding",
  "problems/ProblemsScreen none": "the platform provides them; it says when the next come",
  "rankings/PlayerScreen player.noPlaces": "a fact",
  "rankings/LastMatches statistics.empty": "the list above it leads to a game",
  "records/AskComputer hint.nothing": "the computer's advice",
  "room/PeoplePane people.empty": "first steps and tables are beside it",
  "room/PeoplePane people.nobody": "the field of the search is above",
  "room/TablesPane tables.emptyFilter": "buttons are below and in the pane's head",
  "table/GiftDialog gift.nobody": "a fact",
  "visits/RoomsScreen none": "a fact",
  "visits/VisitScreen arrival.noPass": "a fact",
};

it("offers a next step where a list is empty", () => {
  const found = Object.entries(sources).flatMap(([path, text]) => {
    const file = path.replace(/^\.\/|\.tsx$/g, "");
    return [...text.matchAll(PLAIN)].map(([, key]) => `${file} ${key}`);
  });
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((each) => !(each in STEP_ELSEWHERE))).toEqual([]);
  expect(Object.keys(STEP_ELSEWHERE).filter((each) => !found.includes(each))).toEqual([]);
});
