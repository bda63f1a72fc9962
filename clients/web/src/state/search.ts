/** A text as it is compared: small letters without accents, so that «ελενη» finds «Ελένη». */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ς/g, "σ").trim();
}

/** Whether every word of what was typed begins a word of one of the texts. */
export function finds(typed: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => folded(text).split(/[\s_.-]+/));
  const wanted = folded(typed).split(/\s+/).filter(Boolean);
  return wanted.every(
    (start) => words.some((word) => word.startsWith(start)) || texts.some((text) => folded(text) === start),
  );
}
