import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Workplace } from "../workplace.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./EventsDot.module.css";

/** The event-connection hint of spec 1 §4: 0 offline, red; other green. A notice announces losses; this is silent. */
export function EventsDot({ workplace }: { readonly workplace: Workplace }) {
  const t = useWords(shellMessages);
  const hint = useSnapshot(workplace.events).phase === "open" ? 1 : 0;
  const text = t(hint === 0 ? "shell.events.off" : "shell.events.on");
  return <output className={styles.dot} aria-live="off" aria-label={text} title={text} data-hint={hint} />;
}
