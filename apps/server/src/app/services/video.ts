import { canRead } from "@callpanel/contract";
import type { VideoDoors } from "@callpanel/phone-port";
import { createPinLock } from "../../kernel/guard/pin-lock.ts";
import { createVideo, type Video } from "../../modules/video/index.ts";
import type { Kernel } from "../kernel.ts";
import type { PersonOf } from "./people.ts";
import type { RunningPhone } from "./phone.ts";

/** Video rooms at this server. */
export function openVideo(
  kernel: Kernel,
  {
    companySettings,
    openVideoRoom: openRoom,
    phone,
    meetingRecordings: recordings,
    showMeeting,
    personOf,
  }: Pick<RunningPhone, "companySettings" | "meetingRecordings" | "openVideoRoom" | "phone" | "showMeeting"> & {
    readonly personOf: PersonOf;
  },
): Video {
  const { stores, log, shutdown } = kernel;
  const realms = () => stores.company.read((reader) => reader.realms());
  const video = createVideo({
    ...kernel,
    store: stores.videoRooms,
    users: stores.users,
    allowance: () => {
      const { licences, video: allowed, language } = companySettings();
      // JITSI-10: telephones reach meetings of this server alone.
      const telephony = allowed.telephony && kernel.config.jitsi === undefined;
      const spoken = language.startsWith("fr") ? "fr" : "en";
      return { ...allowed, telephony, language: spoken, licence: licences.video_conf_limit };
    },
    mayStay: async (person) => {
      const found = await personOf(person);
      return found !== undefined && canRead(found.rights, "video_conferences");
    },
    openRoom,
    calls: phone.commands,
    recordings,
    showMeeting,
    pinLock: createPinLock({ store: stores.pinTries, known: kernel.known, clock: kernel.clock }),
    realmIdOf: async (wanted) => (await realms()).find(({ name }) => name === wanted)?.id,
    realmNameOf: async (wanted) => (await realms()).find(({ id }) => id === wanted)?.name,
    jitsi: kernel.config.jitsi,
    publicUrl: kernel.config.publicUrl,
    log: log("video"),
  });
  shutdown.add(video.stop);
  return video;
}

/** The phone system starts before the meetings: until then no room can be reached. */
export function createLateDoors(): VideoDoors & { open(doors: VideoDoors): void } {
  let doors: VideoDoors | undefined;
  return {
    open: (opened) => {
      doors = opened;
    },
    language: () => doors?.language() ?? "en",
    find: (realm, number) => doors?.find(realm, number),
    checkPin: (room, attempt) => doors?.checkPin(room, attempt) ?? "wrong",
    missed: (invitation, why) => doors?.missed(invitation, why),
    enter: (id, visitor) => doors?.enter(id, visitor) ?? "closed",
  };
}
