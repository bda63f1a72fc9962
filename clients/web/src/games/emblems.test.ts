import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { family, GAMES } from "./registry";

it("draws another emblem for every game", () => {
  const drawn = GAMES.map((game) => renderToStaticMarkup(createElement(family(game)!.Emblem, { game })));
  expect(new Set(drawn).size).toBe(GAMES.length);
});
