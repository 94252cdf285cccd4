/** What an address names in a room; another object with each navigation. */
export interface RoomTarget {
  readonly message: number | null;
  /** The message opens with its thread. */
  readonly opensThread: boolean;
}

/** A room that stays in the page while another one is open: coming back to it draws nothing again. */
export interface KeptRoom {
  readonly id: string;
  readonly target: RoomTarget;
  /** Another number is another start: with the line of new messages, or at a message. */
  readonly start: number;
}

/** The open room, and those before it. */
const MOST = 3;
/** One more, until the open room has been painted. */
const MOST_FOR_NOW = MOST + 1;

export interface OpenedRoom {
  readonly id: string;
  readonly target: RoomTarget;
  /** Nothing in it is new, so that it may be shown as it was. */
  readonly isRead: boolean;
}

/** CHATUI-61: the rooms in the page when a room is opened; the open one is the first. */
export function keepRooms(kept: readonly KeptRoom[], { id, target, isRead }: OpenedRoom): readonly KeptRoom[] {
  const [open] = kept;
  if (open?.id === id) return isSame(open.target, target) ? kept : [{ ...open, target }, ...kept.slice(1)];
  const before = kept.find((one) => one.id === id);
  const others = kept.filter((one) => one !== before).slice(0, MOST_FOR_NOW - 1);
  if (before !== undefined && isRead && isSame(before.target, target)) return [before, ...others];
  return [{ id, target, start: before === undefined ? 0 : before.start + 1 }, ...others];
}

/** The rooms that stay; the same list if nothing is dropped. */
export const dropRooms = (kept: readonly KeptRoom[]): readonly KeptRoom[] =>
  kept.length > MOST ? kept.slice(0, MOST) : kept;

/** An address without a message wants nothing of a room that is there. */
const isSame = (one: RoomTarget, other: RoomTarget): boolean =>
  one === other || (one.message === null && other.message === null);
