import { useEffect, useState } from "react";
import { useApp } from "../../app/context";
import { rest } from "kafeneio-client";

/** The platform's help line, asked for where it is shown. */
export function useHelpline(shown: boolean): string | null {
  const token = useApp((state) => state.token);
  const [helpline, setHelpline] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    if (shown && token) {
      rest.care(token).then(
        (card) => wanted && setHelpline(card.helpline),
        () => undefined, // the rest of the notice stands without it
      );
    }
    return () => {
      wanted = false;
    };
  }, [shown, token]);
  return helpline;
}
