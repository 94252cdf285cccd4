import { LOCALES } from "@callpanel/contract";
import type { Locale } from "@callpanel/contract";
import type { ReactNode } from "react";
import { LOCALE_NAMES } from "../../shared/words/locales.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { sessionMessages } from "./session.messages.ts";
import styles from "./SessionCard.module.css";

export interface SessionCardProps {
  readonly platformName: string;
  readonly logo: string | null;
  readonly version: string;
  readonly onLocale: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** The frame of the pages outside of the shell: the platform's name, one card, the language. */
export function SessionCard({ platformName, logo, version, onLocale, children }: SessionCardProps) {
  const t = useWords(sessionMessages);
  const { locale } = useLocaleWords();
  return (
    <div className={styles.page}>
      <main className={styles.middle}>
        <p className={styles.brand}>
          <img src={logo ?? "/favicon.svg"} alt="" width={36} height={36} />
          <span>{platformName}</span>
        </p>
        <section className={styles.card}>{children}</section>
      </main>
      <footer className={styles.foot}>
        <select
          className={styles.language}
          aria-label={t("session.language")}
          value={locale}
          onChange={(event) => {
            const chosen = LOCALES.find((one) => one === event.currentTarget.value);
            if (chosen) onLocale(chosen);
          }}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {LOCALE_NAMES[one]}
            </option>
          ))}
        </select>
        <span className={styles.version}>{version}</span>
      </footer>
    </div>
  );
}
