import { afterEach, expect, it, vi } from "vitest";
import type { Seeks } from "kafeneio-client";
import { newStore } from "../state/store";
import { Searching } from "./searching";

const NONE: Seeks = { seek: null, waiting: [], wait_max_s: 1_800 };
const LOOKING: Seeks = {
  ...NONE,
  seek: {
    games: [{ game: "tavli", options: {} }],
    stakes_chips: [0],
    since_ms: 1,
    until_ms: 2,
    width_elo: 100,
    waiting: 0,
    expected_ms: null,
  },
};

afterEach(() => vi.unstubAllGlobals());

/** A server that answers each request when the test lets it, in whatever order. */
function begin() {
  const replies: ((seeks: Seeks) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise((done) => replies.push((seeks) => done(new Response(JSON.stringify(seeks), { status: 200 })))),
  );
  const store = newStore("secret");
  const searching = new Searching(store, { join: () => Promise.reject(new Error()), refused: () => undefined });
  return { store, searching, replies };
}

it("does not lose a search that has begun to a late reply of before", async () => {
  const { store, searching, replies } = begin();
  const loaded = searching.load();
  const started = searching.start({ games: ["tavli"], stakes: [0], waitS: 600 });
  replies[1]!(LOOKING);
  await started;
  replies[0]!(NONE);
  await loaded;
  expect(store.getState().seeks).toEqual(LOOKING);
});

it("shows the newest of two replies, whichever comes first", async () => {
  const { store, searching, replies } = begin();
  const [first, second] = [searching.load(), searching.load()];
  replies[1]!(LOOKING);
  await second;
  replies[0]!(NONE);
  await first;
  expect(store.getState().seeks).toEqual(LOOKING);
});
