import { createRequire } from "node:module";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
/** The weights that the style sheets use. */
const WEIGHTS = { min: 400, max: 700 };
/** What text looks worse without, and the figures of columns; fractions, raised figures and old style are not used. */
const FEATURES = ["calt", "ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "tnum"];
/** A font's file is named by its family, the part of the alphabet, and how it is cut. */
const NAMED = /(alegreya|source-sans-3)-([a-z-]+)-wght-(?:normal|italic)/;

/**
 * Cuts the fonts of the build to what the page shows of them: they are a third of what a first visit loads, and a quarter
 * of that are weights and forms that no style sheet names.
 */
export function cutFonts(): Plugin {
  return {
    name: "cut-fonts",
    apply: "build",
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).filter((each) => each.type === "asset" && each.fileName.endsWith(".woff2"));
      await Promise.all(
        fonts.map(async (each) => {
          if (each.type === "asset") each.source = await cut(each.fileName, Buffer.from(each.source));
        }),
      );
    },
  };
}

export async function cut(name: string, font: Buffer): Promise<Buffer> {
  const [, family, part] = NAMED.exec(name) ?? [];
  if (!family || !part) throw new Error(`an unknown font: ${name}`);
  const ranges = require(`@fontsource-variable/${family}/unicode.json`) as Record<string, string>;
  return subsetFont(font, charactersOf(ranges[part] ?? ""), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
}

/** The characters of a range as style sheets write it: `U+0370-0377,U+037A`. */
export function charactersOf(range: string): string {
  const parts = range.split(",").map((part) => part.slice("U+".length).split("-"));
  return parts
    .flatMap(([first = "", last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join("");
}
