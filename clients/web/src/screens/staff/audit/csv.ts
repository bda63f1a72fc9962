/** Characters with which a cell would be a formula of a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell of comma-separated values (RFC 4180), which no spreadsheet takes for a formula. */
function cellOf(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** Rows as lines of comma-separated values, each with its end. */
export function linesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}
