/** Where a number leads, and there. A new kind of destination is a file in `destinations/` and a line here. */
import type { Destination, DialPlan } from "../dialplan/resolve.ts";
import { MediaError } from "../media/media.port.ts";
import type { Log, Party } from "../ports.ts";
import type { Arrival } from "./arrival.ts";
import { createReachFeature, type FeatureDeps } from "./destinations/feature.ts";
import { createReachLot, type LotDeps } from "./destinations/lot.ts";
import { createReachRoom, type RoomDeps } from "./destinations/room.ts";
import { createReachSlot, type SlotDeps } from "./destinations/slot.ts";
import { createReachUser, type ReachUser, type UserDeps } from "./destinations/user.ts";
import { NO_MEDIA } from "./offer.ts";
import { refusalOf } from "./refusal.ts";

export interface Routing {
  /** Resolves what was dialled as `by` may dial it and brings the call there. Never rejects. */
  route(arrival: Arrival, dialled: string): Promise<void>;
  /** Brings a call to a person without asking the dial plan. */
  readonly reachUser: ReachUser;
}

export type RoutingDeps = UserDeps &
  LotDeps &
  RoomDeps &
  SlotDeps &
  Omit<FeatureDeps, "reachUser"> & { readonly dialPlan: DialPlan; readonly log: Log };

export function createRouting(deps: RoutingDeps): Routing {
  const { dialPlan, log } = deps;
  const reachUser = createReachUser(deps);
  const reachFeature = createReachFeature({ ...deps, reachUser });
  const reachLot = createReachLot(deps);
  const reachRoom = createReachRoom(deps);
  const reachSlot = createReachSlot(deps);

  const reach = (arrival: Arrival, destination: Destination): void | Promise<void> => {
    const { call } = arrival;
    const named = (name: string): Party => ({ number: destination.number, name });
    switch (destination.kind) {
      case "user":
        return reachUser(arrival, destination.user);
      case "feature":
        return reachFeature(arrival, destination);
      case "lot":
        return reachLot(arrival, destination);
      case "slot":
        return reachSlot(arrival, destination);
      case "room":
        return reachRoom(arrival, destination);
      case "queue":
      case "box":
      case "announcement":
        return call.refuse(named(destination.place.name), { status: 480, text: `No ${destination.kind} service yet` });
      case "outside":
        return call.refuse(named(""), { status: 404, text: "No outside line" });
      case "nothing":
        return call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(404));
    }
  };

  return {
    reachUser,
    route: async (arrival, dialled) => {
      const { call } = arrival;
      try {
        const destination = await dialPlan.resolve(dialled, arrival.by);
        // It may have been given up meanwhile.
        if (call.live) await reach(arrival, destination);
      } catch (error) {
        if (error instanceof MediaError && error.reason === "unusable-description") {
          log.warn("a caller does not fit", { call: call.id, error: String(error) });
          return call.refuse({ number: call.dialledNumber, name: "" }, NO_MEDIA);
        }
        log.error("a call could not be routed", { call: call.id, error: String(error) });
        call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(500));
      }
    },
  };
}
