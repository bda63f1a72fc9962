import type { Shop, Wardrobe } from "kafeneio-client";

/** The shop after a picture was bought, put on or taken off. */
export function withWardrobe(wardrobe: Wardrobe, held: Shop | null): Shop | null {
  return (
    held && {
      ...held,
      worn: wardrobe.worn,
      avatars: held.avatars.map((line) => ({ ...line, owned: wardrobe.owned.includes(line.avatar) })),
    }
  );
}
