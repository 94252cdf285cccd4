import type { AnyRoom } from "@callpanel/contract";
import { Avatar, IconHash, IconLock, IconUsers } from "@callpanel/ui";
import { usePeople } from "../chat.people.tsx";
import { peerOf, roomName } from "../chat.model.ts";
import { PresenceDot } from "../presence/PresenceDot.tsx";
import styles from "./RoomRow.module.css";

export interface RoomPictureProps {
  readonly room: AnyRoom;
  readonly uid: string;
  readonly size: number;
}

/** Of a direct conversation the other person with their presence, of others a sign. */
export function RoomPicture({ room, uid, size }: RoomPictureProps) {
  const peer = peerOf(room, uid);
  if (peer !== undefined) return <PersonPicture uid={peer} name={roomName(room, uid)} size={size} />;
  const Shape = room.type === "c" ? IconHash : room.type === "p" ? IconLock : IconUsers;
  return (
    <span className={styles.sign} style={{ width: size, height: size }}>
      <Shape size={Math.round(size * 0.55)} stroke={1.75} aria-hidden />
    </span>
  );
}

export interface PersonPictureProps {
  readonly uid: string;
  readonly name: string;
  readonly size: number;
}

/** A person's picture with their presence in chat. */
export function PersonPicture({ uid, name, size }: PersonPictureProps) {
  const { byUid } = usePeople();
  return (
    <span className={styles.picture}>
      <Avatar name={name} src={byUid.get(uid)?.avatar ?? null} size={size} />
      <PresenceDot uid={uid} corner="bottom" />
    </span>
  );
}
