import type { Buddy } from "@callpanel/contract";
import { Avatar, IconButton, IconPhone, Skeleton } from "@callpanel/ui";
import { useId } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import type { LiveBuddy } from "../../shared/liveBuddies.ts";
import { BuddyCalls } from "./BuddyCalls.tsx";
import { buddiesMessages } from "./buddies.messages.ts";
import styles from "./BuddyCard.module.css";

export interface BuddyCardProps {
  readonly buddy: Buddy;
  /** What is known by events; null: the list's word stands. */
  readonly live: LiveBuddy | null;
  /** True while what is known by events is from before. */
  readonly stale: boolean;
  /** The signed-in person's own card. */
  readonly self?: boolean;
  /** Null without a softphone. */
  readonly onCall: ((number: string) => void) | null;
}

/** A colleague: picture with the state of their phone, name, extension, what they are doing. */
export function BuddyCard({ buddy, live, stale, self, onCall }: BuddyCardProps) {
  const t = useWords(buddiesMessages);
  const id = useId();
  const { name, exten, department, presence, pictureProfileUrl } = buddy;
  const calls = live?.calls ?? [];
  return (
    <li className={styles.card} aria-labelledby={id} data-presence={presence} data-stale={stale ? "" : undefined}>
      <Avatar name={name} src={pictureProfileUrl} size={44} state={presence} />
      <div className={styles.lines}>
        <p className={styles.name}>
          <span id={id} className={styles.cut} title={name}>
            {name}
          </span>
          {self ? <span className={styles.you}>{t("buddies.you")}</span> : null}
        </p>
        <p className={styles.detail}>
          <span className={styles.exten} title={t("buddies.extension", { exten })}>
            {exten}
          </span>
          {department ? <span className={styles.cut}>{department}</span> : null}
        </p>
        {calls.length > 0 ? (
          <BuddyCalls name={name} calls={calls} />
        ) : (
          <p className={styles.presence}>
            {t(`buddies.presence.${presence}`)}
            {live?.note ? <span title={live.note}>: {live.note}</span> : null}
          </p>
        )}
      </div>
      {onCall ? (
        <div className={styles.actions}>
          <IconButton label={t("buddies.call")} icon={IconPhone} look="accent" onClick={() => onCall(exten)} />
        </div>
      ) : null}
    </li>
  );
}

export function BuddyCardSkeleton() {
  return (
    <li className={styles.card} aria-hidden="true">
      <Skeleton width={44} height={44} round />
      <div className={styles.lines} data-loading="">
        <Skeleton width="62%" height={13} />
        <Skeleton width="44%" height={11} />
        <Skeleton width="28%" height={11} />
      </div>
    </li>
  );
}
