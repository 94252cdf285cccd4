/** Video rooms, as the server lists them. */
import type { VideoRoom } from "@callpanel/contract";

export const fakeVideoRoom = (id: number, name: string, changes: Partial<VideoRoom> = {}): VideoRoom => ({
  id,
  name,
  username: "101",
  users: [],
  admins: [],
  sharedScreen: true,
  recording: false,
  callerIdName: "",
  callerIdNumber: "",
  language: null,
  phoneNumbers: [],
  expireDate: 4_000_000_000_000,
  guest: { shortUrl: `https://panel.test/v/guest${id}`, url: `https://panel.test/v/guest${id}?jwt=g`, pin: "" },
  admin: { shortUrl: `https://panel.test/v/admin${id}`, url: `https://panel.test/v/admin${id}?jwt=a`, pin: "" },
  dynamic: false,
  expired: false,
  mayChange: true,
  ...changes,
});
