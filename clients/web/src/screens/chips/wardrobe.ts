import type { Shop, Wardrobe } from "kafeneio-client";

/** The shop once a picture was bought, put on or taken off. */
export function dressed(wardrobe: Wardrobe, held: Shop | null): Shop | null {
  return (
    held && {
      ...held,
      worn: wardrobe.worn,
      avatars: held.avatars.map((line) => ({ ...line, owned: wardrobe.owned.includes(line.avatar) })),
    }
  );
}
