import type { VideoRoomPort } from "@callpanel/media";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import type { PinLock } from "../../kernel/guard/pin-lock.ts";
import type { LiveSocket, LiveSocketHandlers } from "../../kernel/http/web-sockets.ts";
import type { Log } from "../../kernel/log.ts";
import type { KernelServices } from "../../kernel/server-module.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import { pictureUrl } from "../pictures/index.ts";
import type { MeetingRecordings } from "../recordings/index.ts";
import type { UserStore } from "../users/index.ts";
import { createVideoInvitations } from "./video-invitations.ts";
import { createVideoLinks } from "./video-links.ts";
import type { VideoRoomStore } from "./video-room.store.ts";
import { createVideoRooms, type VideoAllowance } from "./video-rooms.ts";
import { MeetingConnection } from "./meeting/meeting-connection.ts";
import { createJitsiDoor, type JitsiSettings } from "./meeting/jitsi.ts";
import { createMeetingDoor } from "./meeting/meeting-door.ts";
import { createMeetingHub, videoRoomChanged, type MeetingHubDeps } from "./meeting/meeting-hub.ts";
import { createMeetingPeople, type MeetingPeopleDeps } from "./meeting/meeting-people.ts";
import { createMeetingPlaces, MEETING_PLACES } from "./meeting/meeting-places.ts";
import { createMeetingRecorder, type MeetingRecorderDeps } from "./meeting/meeting-recorder.ts";
import { createMeetingTickets } from "./meeting/meeting-tickets.ts";
import { createMeetingPhones, type MeetingPhonesDeps } from "./phones/meeting-phones.ts";
import { createRoomNumbers } from "./phones/room-number.ts";
import { createVideoDoors, type VideoDoorsDeps } from "./phones/video-doors.ts";

const AVATAR_PX = 256;

export interface VideoDeps {
  readonly store: VideoRoomStore;
  readonly allowance: () => VideoAllowance;
  readonly users: Pick<UserStore, "byId" | "byExtension" | "permissionsOf">;
  readonly ownEvents: KernelServices["ownEvents"];
  readonly mayStay: MeetingHubDeps["mayStay"];
  readonly openRoom: () => VideoRoomPort;
  readonly calls: MeetingPhonesDeps["calls"];
  readonly recordings: MeetingRecordings;
  readonly realmNameOf: MeetingRecorderDeps["realmNameOf"];
  readonly showMeeting: MeetingPeopleDeps["show"];
  readonly pinLock: PinLock;
  readonly realmIdOf: VideoDoorsDeps["realmIdOf"];
  /** Undefined: meetings are held at this server. */
  readonly jitsi: JitsiSettings | undefined;
  readonly publicUrl: string | undefined;
  readonly guard: Pick<Guard, "begin">;
  readonly box: SecretBox;
  readonly shortLived: Pick<ShortLived, "open">;
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

export type Video = ReturnType<typeof createVideo>;

/** Video rooms and their meetings at one server. */
export function createVideo(deps: VideoDeps) {
  const links = createVideoLinks(deps);
  const changed = (roomId: number): void => deps.bus.publish(videoRoomChanged, { roomId });
  const rooms = createVideoRooms({ ...deps, links, changed });
  const tickets = createMeetingTickets(deps);
  const failed = (error: unknown) => deps.log.warn("the place of a meeting could not be given up", { err: error });
  const places = createMeetingPlaces({ ...deps, entries: deps.shortLived.open(MEETING_PLACES), failed });
  const recorder = createMeetingRecorder({ ...deps, rooms });
  const phones = createMeetingPhones({ ...deps, rooms });
  const people = createMeetingPeople({ ...deps, show: deps.showMeeting });
  const hub = createMeetingHub({ ...deps, rooms, tickets, places, people, phones, recorder });
  const numbers = createRoomNumbers(deps);
  return {
    links,
    rooms,
    invite: createVideoInvitations({ ...deps, rooms, changed }),
    /** VIDEO-9 */
    removeLeftBefore: deps.store.removeLeftBefore,
    numbers,
    /** For the phone system. */
    phoneDoors: createVideoDoors({ ...deps, rooms, numbers, hub }),
    door: createMeetingDoor({
      ...deps,
      rooms,
      links,
      tickets,
      hub,
      jitsi: deps.jitsi && createJitsiDoor({ ...deps, jitsi: deps.jitsi }),
      records: ({ settings }) => settings.recording && deps.allowance().recording,
      avatarOf: (key) =>
        key === null || deps.publicUrl === undefined
          ? undefined
          : new URL(pictureUrl(key, AVATAR_PX), deps.publicUrl).href,
    }),
    /** Takes a socket at `/video`. */
    accept: (socket: LiveSocket): LiveSocketHandlers => new MeetingConnection({ clock: deps.clock, hub }, socket),
    stop: async () => {
      await hub.stop();
      people.stop();
    },
  };
}
