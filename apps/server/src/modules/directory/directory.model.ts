import type { PermissionModule, Rights } from "@callpanel/contract";
import type { PopPage } from "@callpanel/phone-port";
import { toE164 } from "../../kernel/text/phone-number.ts";
import { type LotShape, slotsOf } from "./parking-lot.model.ts";

/** The destination of a number of a realm. */
export type NumberEntry = { readonly number: string; readonly name: string } & (
  | { readonly kind: "user"; readonly userId: number }
  | { readonly kind: "queue" }
  | { readonly kind: "room"; readonly pin: string | null; readonly adminPin: string | null }
  | ({ readonly kind: "lot" } & LotShape)
  /** A toggle destination: it leads to one of two numbers of the realm, switched manually (docs/spec/toggles.md). */
  | { readonly kind: "toggle"; readonly optionA: string; readonly optionB: string }
  | { readonly kind: "announcement" }
  /** A direct number from outside; `target` is the number of the realm it leads to. */
  | {
      readonly kind: "did";
      readonly target: string;
      readonly smsCapable: boolean;
      /** Business hours by name, and the number that it leads to outside them; both or neither. */
      readonly hours?: string | undefined;
      readonly otherwise?: string | undefined;
      /** The page that opens with calls to it. */
      readonly popPage?: PopPage | undefined;
    }
);

/** A parking lot; after the timeout a call returns to the person who parked it. */

/** A parking lot with its own number. */
export type Lot = Extract<NumberEntry, { readonly kind: "lot" }>;

/** The rules of these modules are the rights that matter for telephones. */
export const TELEPHONE_MODULES: readonly PermissionModule[] = [
  "softphone",
  "panel_buddies",
  "active_calls",
  "queues",
  "intercom",
  "parkings",
  "contacts",
  "do_not_disturb",
  "forward",
  "follow_me",
  "toggle_destinations",
  "outside_calls",
];

/** A person with a telephone. */
export interface Subscriber {
  readonly userId: number;
  readonly realm: string;
  readonly username: string;
  readonly displayName: string;
  readonly extension: string;
  readonly mayUsePanel: boolean;
  readonly suspended: boolean;
  /** Those of `TELEPHONE_MODULES`. */
  readonly rights: Rights;
}

/** The numbers of a realm for the dial plan: extensions and services, slots of lots, direct numbers in any notation. */
export interface DialDirectory {
  find(number: string): DialTarget | undefined;
  /** The target of a direct number, in any notation; undefined for any other number. */
  findDirect(number: string): DialTarget | undefined;
  /** The page of a direct number, in any notation. */
  popPage(number: string): PopPage | undefined;
  /** Sorted by number. */
  readonly lots: readonly Lot[];
  isToggle(number: string): boolean;
}

/** `id` is the number of the service; for a slot the number of its lot. */
export type DialTarget =
  | { readonly kind: "user"; readonly userId: number }
  | { readonly kind: "queue" | "room" | "lot" | "slot" | "announcement"; readonly id: string; readonly name: string };

export interface DialState {
  /** The active option of a toggle destination. */
  readonly activeOf?: (toggle: string) => "A" | "B";
  /** Whether it is within business hours now; true for unknown ones. */
  readonly isOpen?: (hours: string) => boolean;
}

export function createDialDirectory(
  entries: readonly NumberEntry[],
  { activeOf = () => "A", isOpen = () => true }: DialState = {},
): DialDirectory {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const byE164 = new Map<string, NumberEntry>();
  const slots = new Map<string, Lot>();
  for (const entry of entries) {
    if (entry.kind === "did") byE164.set(toE164(entry.number) ?? entry.number, entry);
    if (entry.kind === "lot") for (const slot of slotsOf(entry)) slots.set(slot, entry);
  }
  const targetOf = (entry: NumberEntry): DialTarget | undefined => {
    switch (entry.kind) {
      case "user":
        return { kind: "user", userId: entry.userId };
      case "did": {
        // THINGS-4
        const { target, hours, otherwise = target } = entry;
        const next = byNumber.get(hours === undefined || isOpen(hours) ? target : otherwise);
        return next === undefined || next.kind === "did" ? undefined : targetOf(next);
      }
      case "toggle": {
        const next = byNumber.get(activeOf(entry.number) === "A" ? entry.optionA : entry.optionB);
        // TOGGLEOPT-2: its options are people and services, and no other toggle, so that there is no loop.
        return next === undefined || next.kind === "did" || next.kind === "toggle" ? undefined : targetOf(next);
      }
      case "room":
      case "queue":
      case "announcement":
      case "lot":
        return { kind: entry.kind, id: entry.number, name: entry.name };
    }
  };
  const directAt = (number: string): NumberEntry | undefined => byE164.get(toE164(number) ?? number);
  const lots = entries.filter((entry): entry is Lot => entry.kind === "lot");
  return {
    lots: lots.toSorted((one, other) => Number(one.number) - Number(other.number)),
    findDirect: (number) => {
      const did = directAt(number);
      return did === undefined ? undefined : targetOf(did);
    },
    popPage: (number) => {
      const did = directAt(number);
      return did?.kind === "did" ? did.popPage : undefined;
    },
    isToggle: (number) => byNumber.get(number)?.kind === "toggle",
    find: (number) => {
      const exact = byNumber.get(number);
      if (exact !== undefined) return targetOf(exact);
      const lot = slots.get(number);
      if (lot !== undefined) return { kind: "slot", id: lot.number, name: lot.name };
      const full = toE164(number);
      const did = full === undefined ? undefined : byE164.get(full);
      return did === undefined ? undefined : targetOf(did);
    },
  };
}
