import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { RealmItem } from "../realm-settings/index.ts";
import { createVideoLinks } from "./video-links.ts";
import type { VideoRoomStore } from "./video-room.store.ts";

/** The demo company uses video rooms. */
export const DEMO_VIDEO_SETTINGS: readonly RealmItem[] = [
  { kind: "setting", name: "video_conf_limit", value: "0" },
  { kind: "setting", name: "video_enabled", value: "yes" },
  { kind: "setting", name: "video_screen_sharing", value: "yes" },
  { kind: "setting", name: "video_recording", value: "yes" },
  { kind: "setting", name: "video_telephony", value: "yes" },
  { kind: "setting", name: "video_number", value: "850" },
  { kind: "setting", name: "video_outside_number", value: "+14165550185" },
];

const YEAR_MS = 365 * 86_400_000;
const ROOMS = [
  { name: "Daily", owner: "alice", admins: [], guestPin: "", recording: false },
  { name: "Customer demo", owner: "carol", admins: ["bob"], guestPin: "2468", recording: true },
];

/** Two rooms of the demo company; the first one asks guests for no PIN. */
export async function seedDemoVideo(
  store: Pick<VideoRoomStore, "add">,
  {
    realmId,
    now,
    idOf,
    box,
    random,
  }: {
    readonly realmId: number;
    readonly now: number;
    /** By username. */
    readonly idOf: (username: string) => number | undefined;
    readonly box: Pick<SecretBox, "sign" | "seal">;
    readonly random: RandomBytes;
  },
): Promise<void> {
  const links = createVideoLinks({ box });
  for (const { name, owner, admins, guestPin, recording } of ROOMS) {
    const key = newId(random);
    const ownerId = idOf(owner);
    if (ownerId === undefined) continue;
    await store.add(
      {
        realmId,
        ownerId,
        key,
        links: links.digests(key, 1),
        name,
        settings: {
          sharedScreen: true,
          recording,
          callerIdName: "",
          callerIdNumber: "",
          phoneNumbers: [],
          guestPin: guestPin === "" ? "" : box.seal(guestPin, `video room ${key}`),
          adminPin: "",
        },
        userIds: [],
        adminIds: admins.flatMap((username) => idOf(username) ?? []),
        expiresAt: now + YEAR_MS,
        createdAt: now,
        dynamic: false,
      },
      -1,
    );
  }
}
