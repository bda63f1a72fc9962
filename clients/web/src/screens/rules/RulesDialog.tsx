import { useEffect, useRef, useState } from "react";
import { type Block, type Rules, type Section } from "../../games/api";
import { loadRules } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import type { Language } from "../../state/settings";
import { useFirstHandStart } from "../firstHand/useFirstHandStart";
import styles from "./RulesDialog.module.css";

interface Props {
  game: string;
  /** Opens at this section. */
  section?: string | null;
  onClose: () => void;
}

/** A game's rules in the reader's language. */
export function RulesDialog({ game, section = null, onClose }: Props) {
  const { t, language } = useTranslation();
  const words = useGameWords();
  const rules = useRules(game, language);
  const start = useFirstHandStart(game);
  return (
    <Dialog title={t("rules.title", { game: words.name(game) })} onClose={onClose} width="wide">
      {start && (
        <Button
          onClick={() => {
            start();
            onClose();
          }}
        >
          {t("rules.firstHand")}
        </Button>
      )}
      {rules === null && <p>{t("common.loading")}</p>}
      {rules?.length === 0 && <p>{t("rules.missing")}</p>}
      {rules && <Chapters rules={rules} section={section} />}
    </Dialog>
  );
}

function Chapters({ rules, section }: { rules: Rules; section: string | null }) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => scrollTo(body.current, section), [section]);
  return (
    <div ref={body} className={styles.rules}>
      <nav aria-label={t("rules.contents")}>
        <ul className={styles.contents}>
          {rules.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => scrollTo(body.current, id)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {rules.map((each) => (
        <Chapter key={each.id} section={each} marked={each.id === section} />
      ))}
    </div>
  );
}

function scrollTo(rules: HTMLElement | null, section: string | null): void {
  if (section) rules?.querySelector(`[data-section="${section}"]`)?.scrollIntoView();
}

function Chapter({ section, marked }: { section: Section; marked: boolean }) {
  return (
    <section className={styles.section} data-section={section.id} data-marked={marked}>
      <h3>{section.title}</h3>
      {section.blocks.map((block, at) => (
        <BlockOf key={at} block={block} />
      ))}
    </section>
  );
}

function BlockOf({ block }: { block: Block }) {
  if (typeof block === "string") return <p>{block}</p>;
  if ("list" in block) {
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  const [head = [], ...rows] = block.table;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rules, null while they are being loaded, empty if this page has none. */
function useRules(game: string, language: Language): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    let wanted = true;
    loadRules(game, language).then(
      (loaded) => wanted && setRules(loaded),
      () => wanted && setRules([]),
    );
    return () => {
      wanted = false;
    };
  }, [game, language]);
  return rules;
}
