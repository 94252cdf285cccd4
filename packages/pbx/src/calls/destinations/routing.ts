/**
 * Resolves a number and brings the call to its destination. A new kind of destination is a file in `destinations/` and
 * a line here.
 */
import type { Destination, DialPlan } from "../../dialplan/resolve.ts";
import { MediaError } from "@callpanel/media";
import type { Came, DirectoryUser, Log, Party } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import { createReachAnnouncement, type AnnouncementDeps } from "./announcement.ts";
import { createReachBox, type BoxDeps } from "./voicemail.ts";
import { createReachFeature, type FeatureDeps } from "./feature.ts";
import { createReachLot, type LotDeps } from "./lot.ts";
import { createReachRoom, type RoomDeps } from "./room.ts";
import { createReachQueue, type QueueDeps } from "./queue.ts";
import { createReachSlot, type SlotDeps } from "./slot.ts";
import { createForward } from "./forward.ts";
import { createReachEmergency, type EmergencyDeps } from "./emergency.ts";
import { createReachOutside, type OutsideDeps } from "./outside.ts";
import { createReachUser } from "./user.ts";
import { createReachVideoRooms, type VideoRoomsDeps } from "./video-rooms.ts";
import { createOwnPhones, type OwnPhonesDeps } from "../ringing/own-phones.ts";
import { createCallbacks } from "./emergency-callbacks.ts";
import { createFollowMe } from "./following/follow-me.ts";
import { mayNotReach } from "../../dialplan/may-reach.ts";
import { NO_MEDIA } from "../leg/offer.ts";
import { refusalOf } from "../leg/refusal.ts";
import type { Routing } from "../call/routing.port.ts";

export type RoutingDeps = OwnPhonesDeps &
  LotDeps &
  RoomDeps &
  SlotDeps &
  BoxDeps &
  AnnouncementDeps &
  OutsideDeps &
  QueueDeps &
  VideoRoomsDeps &
  Omit<EmergencyDeps, "callbacks"> &
  Omit<FeatureDeps, "ownPhones" | "route" | "reachBox"> & {
    readonly dialPlan: DialPlan;
    readonly log: Log;
  };

/** The company's own user, with which announcements send callers on, is not a person. */
const isPerson = ({ id }: DirectoryUser): boolean => id > 0;

export function createRouting(deps: RoutingDeps): Routing {
  const { dialPlan, log } = deps;
  const ownPhones = createOwnPhones(deps);
  const callbacks = createCallbacks(deps.clock);
  const forward = createForward((arrival, dialled) => route(arrival, dialled));
  const followMe = createFollowMe({ ...deps, ownPhones });
  const reachAnnouncement = createReachAnnouncement(deps);
  const reachBox = createReachBox(deps);
  const reachUser = createReachUser({ ...deps, ownPhones, forward, followMe, callbacks, reachBox });
  const reachFeature = createReachFeature({
    ...deps,
    ownPhones,
    reachBox,
    route: (arrival, dialled) => route(arrival, dialled),
  });
  const reachOutside = createReachOutside(deps);
  const reachEmergency = createReachEmergency({ ...deps, callbacks });
  const reachLot = createReachLot(deps);
  const reachRoom = createReachRoom(deps);
  const reachSlot = createReachSlot(deps);
  const reachVideoRooms = createReachVideoRooms(deps);
  const reachQueue = createReachQueue(deps, (arrival, dialled) => route(arrival, dialled));

  const reach = (arrival: Arrival, destination: Destination): void | Promise<void> => {
    const { call } = arrival;
    const named = (name: string): Party => ({ number: destination.number, name });
    const { by, referredBy, diversions = [] } = arrival;
    if (referredBy !== undefined && isPerson(by) && by.id !== arrival.caller.leg.user.id) call.sentBy(referredBy);
    const came = cameOf(arrival);
    if (came !== undefined) call.cameBy(came);
    const fromOutside = arrival.caller.leg.user.trunk === true;
    const why = mayNotReach(destination, {
      fromOutside,
      diverted: diversions.length > 0,
      sent: referredBy !== undefined,
    });
    if (why !== undefined) return call.refuse(named(""), { status: 403, text: why });
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
      case "box":
        return reachBox.place(arrival, destination);
      case "announcement":
        return reachAnnouncement(arrival, destination);
      case "queue":
        return reachQueue(arrival, destination);
      case "videoRooms":
        return reachVideoRooms(arrival, destination);
      case "outside":
        return reachOutside(arrival, destination);
      case "emergency":
        return reachEmergency(arrival, destination);
      case "nothing":
        return call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(404));
    }
  };

  const route: Routing["route"] = async (arrival, dialled) => {
    const { call } = arrival;
    try {
      const destination = await dialPlan.resolve(dialled, arrival.by);
      // The caller may have hung up meanwhile.
      if (call.live) await reach(arrival, destination);
    } catch (error) {
      if (error instanceof MediaError && error.reason === "unusable-description") {
        log.warn("a caller does not fit", { call: call.id, error: String(error) });
        return call.refuse({ number: call.dialledNumber, name: "" }, NO_MEDIA);
      }
      log.error("a call could not be routed", { call: call.id, error: String(error) });
      call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(500));
    }
  };

  return { route, reachPhones: ownPhones.reach };
}

/** The latest way counts. A caller who was not sent by anyone else has simply dialled. */
function cameOf({ came, referredBy, diversions = [], caller }: Arrival): Came | undefined {
  const forwarder = diversions.at(-1);
  if (forwarder !== undefined) return { how: "forwarded", by: forwarder };
  if (came !== undefined || referredBy === undefined) return came;
  return referredBy.userId === caller.leg.party.userId ? undefined : { how: "transferred", by: referredBy };
}
