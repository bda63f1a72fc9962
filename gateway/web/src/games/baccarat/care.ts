/** The house's help line (setting `rg_helpline`, services/wallet/RULES.md §11), as numbers are dialled and as they are read. */
export const HELPLINE = { dial: "2109237777", read: "210 923 7777" } as const;

const KEY = "kafeneio.care";
/** Where storage is closed, at least until the page is reloaded. */
let readHere = false;

/** Whether the notice about games of chance was read in this session of the browser. */
export function isAcknowledged(): boolean {
  if (readHere) return true;
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function acknowledge(): void {
  readHere = true;
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Nothing to do: it is remembered for this page.
  }
}
