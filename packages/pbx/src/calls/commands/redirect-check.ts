/** Whether legs may be sent to a destination now (rules XFER-20 to XFER-26, PARK-8). */
import type { CommandRefusal, DirectoryUser, ParkingLot } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import type { CommandDeps } from "./command-deps.ts";
import type { Mover } from "./gathering.ts";
import { noWayOutside } from "./outside-refusal.ts";

/** A parking place is fixed by the check, so that no other call can take it in between. */
export interface ParkingPlace {
  readonly lot: ParkingLot;
  readonly slot: number;
}

/** The current state of the destination. */
interface Found {
  readonly by: DirectoryUser;
  readonly lot: ParkingLot | undefined;
  /** Number of outside lines that are available. */
  readonly lineCount: number;
  /** Why the person who gives the command may not send a call there. */
  readonly noWay: CommandRefusal | undefined;
}

type Checked =
  | { readonly ok: true; readonly place?: ParkingPlace }
  | { readonly ok: false; readonly why: CommandRefusal };

interface RedirectCheck {
  find(destination: Destination, by: DirectoryUser): Promise<Found>;
  /** Synchronous: what it finds stays true until the legs are moved, if nothing is awaited in between. */
  check(destination: Destination, found: Found, movers: readonly Mover[]): Checked;
}

type CheckDeps = Pick<CommandDeps, "admission" | "allowance" | "lines" | "queues" | "rooms" | "slots">;

export function createRedirectCheck({ admission, allowance, lines, queues, rooms, slots }: CheckDeps): RedirectCheck {
  const free = (lot: ParkingLot | undefined, slot: number | undefined): Checked => {
    if (lot === undefined) return { ok: false, why: "unknownNumber" };
    if (slot === undefined || slots.waitingIn(slot) !== undefined) return { ok: false, why: "wrongState" };
    return { ok: true, place: { lot, slot } };
  };

  const lotFor = async (destination: Destination): Promise<ParkingLot | undefined> => {
    if (destination.kind === "lot") return slots.lotOf(destination.place.id);
    return destination.kind === "slot" ? slots.lotWith(Number(destination.number)) : undefined;
  };

  return {
    find: async (destination, by) => {
      const lot = await lotFor(destination);
      const lineCount = (await lines.present()).length;
      return { by, lot, lineCount, noWay: await noWayOutside(allowance, by, destination) };
    },
    check: (destination, { by, lot, lineCount, noWay }, movers) => {
      switch (destination.kind) {
        case "nothing":
          return { ok: false, why: "unknownNumber" };
        case "outside":
        case "emergency":
          if (movers.length > 1) return { ok: false, why: "wrongState" };
          if (lineCount === 0) return { ok: false, why: "unknownNumber" };
          return noWay === undefined ? { ok: true } : { ok: false, why: noWay };
        case "box":
          return { ok: false, why: "unavailable" };
        case "announcement":
        case "videoRooms":
          return { ok: true };
        case "queue":
          return queues?.settingsOf(destination.place.id) === undefined
            ? { ok: false, why: "unavailable" }
            : { ok: true };
        case "user": {
          if (movers.length > 1) return { ok: false, why: "wrongState" };
          // The final destination is only known when the call gets there.
          if (destination.user.forward !== undefined || destination.user.followMe !== undefined) return { ok: true };
          const status = admission.ofCallee(destination.user, movers[0]?.leg.user.id ?? 0)?.status;
          if (status === undefined) return { ok: true };
          return { ok: false, why: status === 480 ? "notRegistered" : "limit" };
        }
        case "lot":
          return free(lot, lot === undefined ? undefined : slots.freeIn(lot));
        case "slot":
          return movers.length > 1 ? { ok: false, why: "wrongState" } : free(lot, Number(destination.number));
        case "room": {
          const { number, place } = destination;
          return place.passing && !rooms.maySendTo(number, by.id) ? { ok: false, why: "forbidden" } : { ok: true };
        }
        case "feature":
          return { ok: true };
      }
    },
  };
}
