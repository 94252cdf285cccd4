import type { Conference } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { ownMember } from "./conference.model.ts";
import { conferencesMessages } from "./conferences.messages.ts";
import styles from "./JoinButton.module.css";
import { useLiveRoom } from "./useLiveRoom.ts";
import { useOwnChannels } from "./useOwnChannels.ts";

/** Dials the room; the members show while the phone connects. */
export function JoinButton({ room, onJoin }: { readonly room: Conference; readonly onJoin: () => void }) {
  const t = useWords(conferencesMessages);
  const dial = useDial();
  const { members } = useLiveRoom(room);
  const isThere = ownMember(members, useOwnChannels()) !== undefined;
  if (dial === null) return null;
  const join = () => {
    onJoin();
    dial(room.number);
  };
  return (
    <Button
      look={isThere ? "outline" : "accent"}
      disabled={room.disabled || isThere}
      className={styles.join}
      onClick={join}
    >
      {t(isThere ? "conferences.joined" : "conferences.join")}
    </Button>
  );
}
