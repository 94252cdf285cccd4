/** How long messages of a room are kept (docs/spec/chat.md, CHAT-80). */

/** The limits that a company lets owners set for their rooms: none of their own, shorter ones, any. */
export const ROOM_LIMITS = ["none", "shorter", "any"] as const;
export type RoomLimits = (typeof ROOM_LIMITS)[number];

/** A hundred years. */
export const KEEP_DAYS_MOST = 36_500;
/** As a room's own limit: for ever, whatever the company's is. */
export const KEEP_FOR_EVER = 0;

export interface RoomKeeping {
  /** The company's limit in days; null: for ever. */
  readonly company: number | null;
  readonly allowed: RoomLimits;
  /** The room's own; null: that of the company. */
  readonly own: number | null;
}

/** CHAT-80: the limit that holds for a room, in days; null: for ever. What the company no longer allows has no effect. */
export function keptDays({ company, allowed, own }: RoomKeeping): number | null {
  if (own === null || allowed === "none") return company;
  const wanted = own === KEEP_FOR_EVER ? null : own;
  if (allowed === "any") return wanted;
  if (wanted === null || company === null) return wanted ?? company;
  return Math.min(wanted, company);
}

/** CHAT-80: whether owners may set this limit. */
export const mayKeep = ({ company, allowed, own }: RoomKeeping): boolean =>
  own === null ||
  allowed === "any" ||
  (allowed === "shorter" && own !== KEEP_FOR_EVER && (company === null || own <= company));
