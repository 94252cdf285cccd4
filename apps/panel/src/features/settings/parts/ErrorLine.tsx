import { IconAlertCircle } from "@callpanel/ui";
import styles from "./ErrorLine.module.css";

/** An error, at the place where it happened; read out immediately. */
export function ErrorLine({ text }: { readonly text: string }) {
  return (
    <p className={styles.line} role="alert">
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {text}
    </p>
  );
}
