import { Icon } from "./Icon";
import styles from "./SearchField.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

const LENGTH_MAX = 40;

/** Something to look for. Escape empties it. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <div className={styles.field}>
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={LENGTH_MAX}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("");
        }}
      />
    </div>
  );
}
