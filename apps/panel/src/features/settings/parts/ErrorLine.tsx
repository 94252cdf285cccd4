import { IconAlertCircle } from "@callpanel/ui";
import styles from "./ErrorLine.module.css";

/** What went wrong, in the place where it did; read out at once. */
export function ErrorLine({ text }: { readonly text: string }) {
  return (
    <p className={styles.line} role="alert">
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {text}
    </p>
  );
}
