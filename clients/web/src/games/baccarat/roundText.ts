import type { SeatView } from "kafeneio-client";
import type { Entry, View } from "../../generated/games/baccarat";
import type { Say } from "../api";

/** Who sits there, in a word. */
export function nameOf(seats: readonly SeatView[], seat: number, say: Say): string {
  const who = seats[seat];
  return who && who.name ? who.name : say("place", { number: seat + 1 });
}

/** How a round ended: "Banker wins, 6 to 4 with three cards. Player pair." `cards`: how many the winner has. */
export function resultWords(entry: Entry, cards: number | null, say: Say): string {
  if (entry.winner === "dummy" || !entry.totals) return say("result.dummy");
  const [player, banker] = entry.totals;
  const [high, low] = entry.winner === "player" ? [player, banker] : [banker, player];
  const how = entry.natural ? "natural" : cards === 3 ? "three" : "plain";
  const said = say(`result.${entry.winner}`, { high, low });
  const ending = entry.winner === "tie" ? say("result.end") : say(`result.${how}`);
  const pairs = [entry.player_pair && "player_pair", entry.banker_pair && "banker_pair"].filter(Boolean);
  return [`${said}${ending}`, ...pairs.map((pair) => `${say(`boxes.${String(pair)}`)}.`)].join(" ");
}

/** The round on the table in words, once it is decided. */
export function roundWords({ result, player, banker }: View, say: Say): string {
  if (!result) return "";
  const cards = { player: player.length, banker: banker.length, tie: null, dummy: null }[result.winner];
  return resultWords(result, cards, say);
}
