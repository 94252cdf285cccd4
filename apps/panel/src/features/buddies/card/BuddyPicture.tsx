import type { Buddy } from "@callpanel/contract";
import { Avatar, IconLock } from "@callpanel/ui";
import { Suspense } from "react";
import { PersonPresence } from "../../chat/index.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Mark } from "./Mark.tsx";
import { buddiesMessages } from "../buddies.messages.ts";
import styles from "./BuddyPicture.module.css";

export interface BuddyPictureProps {
  readonly buddy: Buddy;
  readonly sizePx: number;
  /** BUDDIES-15: without the permission to see calls, a lock replaces the state. */
  readonly denied: boolean;
}

/** A colleague's picture with the state of their phone. */
export function BuddyPicture({ buddy, sizePx, denied }: BuddyPictureProps) {
  const t = useWords(buddiesMessages);
  const { name, pictureProfileUrl, presence } = buddy;
  const { flags } = usePanel().viewer;
  const chat = flags.chatsRead ? (
    <Suspense fallback={null}>
      <PersonPresence username={buddy.username} />
    </Suspense>
  ) : null;
  if (!denied)
    return (
      <span className={styles.picture}>
        <Avatar name={name} src={pictureProfileUrl} size={sizePx} state={presence} />
        {chat}
      </span>
    );
  return (
    <span className={styles.picture}>
      <Avatar name={name} src={pictureProfileUrl} size={sizePx} />
      <span className={styles.denied}>
        <Mark label={t("buddies.denied")} icon={IconLock} sizePx={sizePx < 40 ? 10 : 12} />
      </span>
      {chat}
    </span>
  );
}
