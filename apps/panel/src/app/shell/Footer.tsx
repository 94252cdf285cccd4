import { memo } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { useComposedPanel } from "../panelContext.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./Footer.module.css";

/** Optional copyright line and the app's version (spec 1 §2). */
export const Footer = memo(function Footer({ copyright }: { readonly copyright: string | null }) {
  const t = useWords(shellMessages);
  const { version } = useComposedPanel();
  return (
    <footer className={styles.footer}>
      <span>{copyright}</span>
      <span>{t("shell.footer.version", { version })}</span>
    </footer>
  );
});
