import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type Face, faceOf, type Pack } from "./code";

/** Names of cards in the language of the page: `Th` → "ten of hearts". What is no card is said as it is written. */
export function useCardName(pack: Pack = "french"): (code: string) => string {
  const { t } = useTranslation("cards");
  return useCallback(
    (code) => {
      const face = faceOf(code, pack);
      return face ? nameOf(face, t) : code;
    },
    [t, pack],
  );
}

type Translate = ReturnType<typeof useTranslation<"cards">>["t"];

function nameOf(face: Face, t: Translate): string {
  if ("special" in face) return t(`specials.${face.special}`);
  return t("suited", { rank: t(`ranks.${face.rank}`), suit: t(`suits.${face.suit}`) });
}
