import { Component, type ReactNode } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { Button } from "../parts/Button";
import styles from "./Boundary.module.css";

interface Props {
  /** Another place: what could not be shown is left behind with it. */
  at: string;
  children: ReactNode;
}

/** Around the screens: where one cannot be loaded, the page shows that instead of being empty. */
export class Boundary extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null };

  static getDerivedStateFromProps({ at }: Props, { failedAt }: { failedAt: string | null }) {
    return failedAt === "" ? { failedAt: at } : null;
  }

  static getDerivedStateFromError() {
    return { failedAt: "" };
  }

  override render() {
    return this.state.failedAt === this.props.at ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { t } = useTranslation();
  return (
    <main className={styles.failed}>
      <p role="alert">{t("failed.text")}</p>
      <Button kind="action" onClick={() => window.location.reload()}>
        {t("failed.again")}
      </Button>
    </main>
  );
}
