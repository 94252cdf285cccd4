import type { CallStory } from "@callpanel/contract";
import { useLocaleWords, useWords } from "../../../../shared/words/useWords.ts";
import { activityMessages } from "../activity.messages.ts";
import styles from "./Ladder.module.css";

declare module "react" {
  interface CSSProperties {
    "--lanes"?: number;
    "--lane"?: number;
  }
}

/** The messages in the order of time, each in the lane of its phone; its header opens below it. */
export function Ladder({ story: { messages, lanes } }: { readonly story: CallStory }) {
  const t = useWords(activityMessages);
  const { locale } = useLocaleWords();
  const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const [start] = messages;
  const address = (lane: number) => lanes[lane]?.address ?? "";
  return (
    <ol className={styles.ladder} style={{ "--lanes": lanes.length }} aria-label={t("activity.messages")}>
      {messages.map(({ at, lane, way, first, text }, index) => (
        <li key={index} className={styles.message} style={{ "--lane": lane }}>
          <details>
            <summary className={styles.line}>
              <span className={styles.time}>
                {t("activity.after", { seconds: seconds.format((at - (start?.at ?? at)) / 1_000) })}
              </span>
              <span className={styles.arrow} data-way={way}>
                <span className={styles.phone}>
                  {t(way === "in" ? "activity.way.in" : "activity.way.out", {
                    phone: lane + 1,
                    address: address(lane),
                  })}
                </span>
                <span className={styles.first}>{shortened(first)}</span>
              </span>
            </summary>
            <pre className={styles.text}>{text.trim()}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

/** `INVITE sip:102@demo`, `200 OK`: without the version. */
const shortened = (first: string): string => first.replace(/^SIP\/2\.0 /, "").replace(/ SIP\/2\.0$/, "");
