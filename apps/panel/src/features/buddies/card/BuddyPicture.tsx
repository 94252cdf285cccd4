import type { Buddy } from "@callpanel/contract";
import { IconLock } from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
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
  const { name, pictureProfileUrl, presence, username } = buddy;
  if (!denied)
    return <PersonAvatar name={name} username={username} src={pictureProfileUrl} size={sizePx} state={presence} />;
  return (
    <span className={styles.picture}>
      <PersonAvatar name={name} username={username} src={pictureProfileUrl} size={sizePx} />
      <span className={styles.denied}>
        <Mark label={t("buddies.denied")} icon={IconLock} sizePx={sizePx < 40 ? 10 : 12} />
      </span>
    </span>
  );
}
