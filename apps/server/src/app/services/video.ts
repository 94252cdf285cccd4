import { canRead } from "@callpanel/contract";
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
    personOf,
  }: Pick<RunningPhone, "companySettings" | "openVideoRoom"> & { readonly personOf: PersonOf },
): Video {
  const { stores, log, shutdown } = kernel;
  const video = createVideo({
    ...kernel,
    store: stores.videoRooms,
    users: stores.users,
    allowance: () => {
      const { licences, video: allowed } = companySettings();
      return { ...allowed, licence: licences.video_conf_limit };
    },
    mayStay: async (person) => {
      const found = await personOf(person);
      return found !== undefined && canRead(found.rights, "video_conferences");
    },
    openRoom,
    log: log("video"),
  });
  shutdown.add(video.stop);
  return video;
}
