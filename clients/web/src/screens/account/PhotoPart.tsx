import { type ChangeEvent, useRef, useState } from "react";
import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { rest } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { Face } from "../../people/Face";
import { shrinkPhoto } from "../../people/shrinkPhoto";
import { refusal } from "../../app/useRequest";
import styles from "./Account.module.css";

/** The photo that others see, made small here; the players list brings it back once it is stored. */
export function PhotoPart({ token }: { token: string }) {
  const { t } = useTranslation("account");
  const says = useSays();
  const { me, players } = useRoom();
  const file = useRef<HTMLInputElement>(null);
  const { refused, busy, act, refuse } = useDoing();
  const photo = players.get(me.account)?.photo ?? null;

  function send(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    act(async () => {
      const small = await shrinkPhoto(chosen).catch(() => null);
      if (small) await rest.setPhoto(token, small);
      else refuse("photo_invalid");
    });
  }

  return (
    <section className={styles.part} aria-labelledby="look">
      <h2 id="look">{t("profile.look")}</h2>
      <div className={styles.look}>
        <span className={styles.face}>
          <Face account={me.account} name={me.name} />
        </span>
        <div className={styles.part}>
          <strong className="name">{me.name}</strong>
          <input
            ref={file}
            className={styles.file}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={t("profile.choose")}
            onChange={send}
          />
          <div className={styles.row}>
            <Button kind="action" busy={busy} onClick={() => file.current?.click()}>
              {t(busy ? "profile.sending" : photo ? "profile.another" : "profile.choose")}
            </Button>
            {photo && (
              <Button busy={busy} onClick={() => act(() => rest.deletePhoto(token))}>
                {t("profile.remove")}
              </Button>
            )}
          </div>
        </div>
      </div>
      <p className={styles.hint}>{t("profile.lookHint")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}

/** Does one thing after the other, and says why one was refused. */
function useDoing() {
  const [refused, refuse] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const act = (doing: () => Promise<unknown>) => {
    setBusy(true);
    refuse(null);
    doing()
      .catch((error: unknown) => refuse(refusal(error).code))
      .finally(() => setBusy(false));
  };
  return { refused, busy, act, refuse };
}
