/** Where a call can be sent, in which order that is offered (SEND-2), and how (SEND-4). Pure. */
import type { ParkingLot, PhoneNumber, Presence } from "@callpanel/contract";
import type { MoveTarget, Verdict } from "../moving.ts";

/** How a call goes to its destination. */
export type Manner = "blind" | "attended" | "voicemail";

/** What the person has decided. */
export interface SendOrder {
  readonly manner: Manner;
  /** What is in the field. */
  readonly number: string;
  /** Null: a number that was typed. */
  readonly target: MoveTarget | null;
}

/** The server's search result as a destination; null for what no call can be sent to. */
export function targetOf(entry: PhoneNumber): MoveTarget | null {
  const { phoneNumber: number, label, username, contactID, imageUrl } = entry;
  const name = cleanText(entry.name) || number;
  if (entry.name === "parking") return { kind: "lot", number, name: cleanText(label) || number };
  if (entry.name === "feature_code" || label === "toggle") return null;
  if (label === "extension" && username !== null) return { kind: "person", number, name, imageUrl };
  if (username !== null || contactID !== null) return { kind: "outside", number, name, imageUrl };
  return { kind: placeOf(label), number, name };
}

/** What the server's label of a number without a person stands for. */
export const placeOf = (label: string): "queue" | "room" | "service" => PLACES[label] ?? "service";

const PLACES: Readonly<Record<string, "queue" | "room">> = { queue: "queue", conference: "room" };

/** Names come from outside: without control characters and marks that reorder text. */
const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim();

export interface Standing {
  /** What is typed. */
  readonly search: string;
  /** Numbers that come first, in this order: favorites, the last called; the agents of a queue. */
  readonly first: readonly string[];
  verdictOf(target: MoveTarget): Verdict;
  /** Of a colleague's phone; undefined: unknown. */
  presenceOf(number: string): Presence | undefined;
}

/** SEND-2: the typed number, usual destinations, who is free, places, contacts, who talks or is away, what is not possible; else as they came. */
export function orderTargets(targets: readonly MoveTarget[], standing: Standing): readonly MoveTarget[] {
  const { search, first, verdictOf, presenceOf } = standing;
  const rank = (target: MoveTarget): number => {
    if (verdictOf(target) !== "possible") return 5;
    if (target.number === search) return -1;
    if (target.kind === "person" && !isFree(presenceOf(target.number))) return 4;
    const at = first.indexOf(target.number);
    if (at >= 0) return at / first.length;
    return target.kind === "person" ? 1 : target.kind === "outside" ? 3 : 2;
  };
  return targets.toSorted((a, b) => rank(a) - rank(b));
}

/** An unknown state counts as free: the person may well answer. */
export const isFree = (presence: Presence | undefined): boolean =>
  presence === undefined || presence === "online" || presence === "unknown";

/** Single slots, found by the first digits of their number. */
export function slotsOf(
  lots: readonly ParkingLot[],
  search: string,
  { isTaken, nameOf }: { isTaken(slot: string): boolean; nameOf(slot: string): string },
): readonly MoveTarget[] {
  if (!/^\d+$/.test(search)) return [];
  return lots
    .flatMap(({ slots }) => slots)
    .filter((slot) => slot.startsWith(search))
    .map((number) => ({ kind: "slot", number, name: nameOf(number), isTaken: isTaken(number) }) as const);
}

/** Whether a destination can be reached in that manner. @param hasBox whether callers can be sent to the person's mailbox */
export function fitsManner(target: MoveTarget | null, manner: Manner, hasBox: boolean): boolean {
  if (manner === "blind") return true;
  if (manner === "voicemail") return target?.kind === "person" && hasBox;
  return target === null || (target.kind !== "lot" && target.kind !== "slot");
}
