/** What a browser says of its device, as far as it is looked at. */
export interface Said {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** `tablet` for an iPad that asks for pages of a desktop: it says that it is a Mac, and no Mac has a touch screen. Null: what
 * the browser says with each request is all there is. */
export function formOf(said: Said | undefined): "tablet" | null {
  return said !== undefined && said.userAgent.includes("Macintosh") && said.maxTouchPoints > 1 ? "tablet" : null;
}
