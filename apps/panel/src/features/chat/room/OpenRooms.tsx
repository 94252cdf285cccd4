import { Activity, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { afterPaint } from "../../../shared/painted.ts";
import { useRoomUploads } from "../files/useUploads.ts";
import { dropRooms, keepRooms } from "./keptRooms.model.ts";
import type { KeptRoom, RoomTarget } from "./keptRooms.model.ts";
import styles from "./OpenRooms.module.css";
import { RoomPane } from "./RoomPane.tsx";

export interface OpenRoomsProps {
  /** Null: none is open. */
  readonly roomId: string | null;
  readonly target: RoomTarget;
}

/** CHATUI-61: the open room; the ones that were open before it stay as they are, out of sight. */
export function OpenRooms({ roomId, target }: OpenRoomsProps) {
  const { client } = useService(CHAT);
  const [kept, setKept] = useState<readonly KeptRoom[]>([]);
  const isRead = roomId !== null && client.room(roomId)?.unread === 0;
  const rooms = roomId === null ? kept : keepRooms(kept, { id: roomId, target, isRead });
  if (rooms !== kept) setKept(rooms);
  const { nextFrame } = usePanel();
  // Removing a room takes its time, and the room that is opened does not wait for that.
  useEffect(() => afterPaint(nextFrame, () => setKept(dropRooms)), [nextFrame, rooms]);
  // In an order of their own: a pane that is moved in the page is laid out again.
  return rooms
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map((room) => <Kept key={`${room.id}/${room.start}`} room={room} isOpen={room.id === roomId} />);
}

interface KeptProps {
  readonly room: KeptRoom;
  readonly isOpen: boolean;
}

function Kept({ room: { id, target }, isOpen }: KeptProps) {
  // Here and not in the pane: a file is uploaded further while another room is open (CHATUI-15).
  const uploads = useRoomUploads(id);
  const { files } = uploads;
  const pane = useMemo(
    () => <RoomPane roomId={id} target={target} uploads={uploads} />,
    // The same until something in it is another: then it is not rendered when one leaves it or comes back to it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `uploads` is a new object each time, with these files
    [id, target, files],
  );
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const room = box.current?.firstElementChild;
    if (isOpen || !(room instanceof HTMLElement)) return undefined;
    // React hides it by `display: none`, again whenever something in it changes, and the browser would lay out all of it once more.
    // The style sheet hides it with its layout.
    const display = () => room.style.removeProperty("display");
    const observer = new MutationObserver(display);
    observer.observe(room, { attributeFilter: ["style"] });
    display();
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div ref={box} className={styles.kept} inert={!isOpen} aria-hidden={!isOpen}>
      <Activity mode={isOpen ? "visible" : "hidden"}>
        <div className={styles.room}>{pane}</div>
      </Activity>
    </div>
  );
}
