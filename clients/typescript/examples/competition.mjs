// Runs a competition from outside: an operator announces it, players enter and play it; prints who has won.
// node competition.mjs SITE OPERATORS_TOKEN PLAYERS_PASSWORD PLAYER…
import { Player, Refused, at, newId, requests } from "kafeneio-client";

const [site, operator, password, ...names] = process.argv.slice(2);
const rest = requests(at(site));
const CUP = "from-outside-ts";
const REASON = "a competition that another program runs";
const ENTER_MS = 8_000;
const LASTS_MS = 40_000;
const LOOK_MS = 500;

const pause = () => new Promise((done) => setTimeout(done, LOOK_MS));

async function announce() {
  const starts = Date.now() + ENTER_MS;
  const plan = {
    name: "The cup of programs",
    game: "tictactoe",
    options: {},
    players: 2,
    opens_at_ms: Date.now(),
    starts_at_ms: starts,
    ends_at_ms: starts + LASTS_MS,
    price_chips: 500,
    games_per_entry: 1,
    kind: "total",
    min_entrants: names.length,
    prize_mode: "growing",
    pool_bps: 8_000,
    shares_bps: [6_000, 4_000],
  };
  await rest.savePlan(operator, CUP, plan, REASON);
  await rest.publishPlan(operator, CUP, REASON);
}

/** Until the competition is in one of these states; returns which. */
async function waitFor(token, ...states) {
  for (;;) {
    const { state } = (await rest.competition(token, CUP)).competition;
    if (states.includes(state)) return state;
    await pause();
  }
}

/** Asks for a game; an entry takes a moment to be paid, a pause of the platform passes by itself. */
async function askGame(token) {
  for (;;) {
    try {
      return await rest.askGame(token, CUP);
    } catch (error) {
      const passes = ["player_not_online", "entry_pending", "service_unavailable"];
      if (!(error instanceof Refused) || !passes.includes(error.error)) throw error;
      await pause();
    }
  }
}

async function takePart(name) {
  const me = await Player.logIn(site, name, password);
  const { token } = me.session;
  await waitFor(token, "open", "running");
  await rest.enter(token, CUP, newId());
  await waitFor(token, "running", "cancelled");
  await askGame(token);
  // Nobody is called any more once it is over.
  const table = await Promise.race([me.called(), waitFor(token, "settled", "cancelled").then(() => null)]);
  for await (const turn of table ? me.turns(table) : []) {
    const { moves } = await turn.legalMoves();
    await turn.move(moves[Math.floor(Math.random() * moves.length)]);
  }
  me.close();
}

await announce();
await Promise.all(names.map(takePart));
const state = await waitFor(operator, "settled", "cancelled");
const { lines } = await rest.standings(operator, CUP, 0);
console.log(
  JSON.stringify({ state, standings: lines.map(({ place, name, prize_chips }) => [place, name, prize_chips]) }),
);
