import type { AnyRoom } from "@callpanel/contract";
import { IconHash, IconLock, IconUsers } from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { peerOf } from "../chat.model.ts";
import { useRoomName } from "../useRoomName.ts";
import styles from "./ConversationRow.module.css";

export interface RoomPictureProps {
  readonly room: AnyRoom;
  readonly uid: string;
  readonly size: number;
}

/** Of a direct conversation the other person with their presence, of others a sign. */
export function RoomPicture({ room, uid, size }: RoomPictureProps) {
  const nameOf = useRoomName();
  const peer = peerOf(room, uid);
  if (peer !== undefined) return <PersonAvatar uid={peer} name={nameOf(room)} size={size} />;
  const Shape = room.type === "c" ? IconHash : room.type === "p" ? IconLock : IconUsers;
  return (
    <span className={styles.sign} style={{ width: size, height: size }}>
      <Shape size={Math.round(size * 0.55)} stroke={1.75} aria-hidden />
    </span>
  );
}
