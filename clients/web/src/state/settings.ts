import type { Account, CreateTableFrame } from "kafeneio-client";
import { LANGUAGES } from "../i18n/languages";
import { load, save } from "./storage";

export type Language = Account["language"];
export type Theme = "auto" | "light" | "dark";

/** What a person has chosen for this browser. `language` null: nothing chosen, the account's or the browser's. */
export interface Settings {
  language: Language | null;
  theme: Theme;
  motion: "auto" | "off";
  /** Of all text. Cards and boards fill the room that they have anyway. */
  size: "usual" | "large";
  sounds: boolean;
  /** A bell when a game to which one is called begins. */
  bell: boolean;
  /** Notifications of the browser when it is one's turn and the page is not in sight. */
  alerts: boolean;
  /** Playing cards in red and black, or every suit in a colour of its own. */
  suits: "two" | "four";
  /** Of playing cards, where a table has room for larger ones. */
  cards: "usual" | "large";
  /** Cloth, wood and cards of the tables. */
  table: TableLook;
  /** Where a game lets one: a move may be chosen while others play, and is made as soon as it is one's turn. */
  premoves: boolean;
  /** Staff decide on reports by single letters. */
  letters: boolean;
  /** How well computer players play. */
  strength: Strength;
}

export const TABLE_LOOKS = ["usual", "coffee", "night", "contrast"] as const;
export type TableLook = (typeof TABLE_LOOKS)[number];
export type Strength = NonNullable<CreateTableFrame["strength"]>;
export const STRENGTHS: readonly Strength[] = ["easy", "medium", "strong"];

const KEY = "kafeneio.settings";
const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  motion: "auto",
  size: "usual",
  sounds: false,
  bell: true,
  alerts: false,
  suits: "two",
  cards: "usual",
  table: "usual",
  premoves: false,
  letters: true,
  strength: "medium",
};

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...load<Partial<Settings>>(KEY, {}) };
}

export function saveSettings(settings: Settings): void {
  save(KEY, settings);
  applyLook(settings);
}

/** What looks otherwise as an attribute of the page; what is as usual has none. */
export function applyLook(settings: Settings): void {
  const { dataset } = document.documentElement;
  for (const name of ["theme", "motion", "size", "suits", "cards", "table"] as const) {
    if (settings[name] === DEFAULTS[name]) delete dataset[name];
    else dataset[name] = settings[name];
  }
}

/** The first language of the list that is ours, English if none is. */
export function languageOf(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}
