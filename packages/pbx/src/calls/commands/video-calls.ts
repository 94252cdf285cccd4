/** Rings a telephone, inside or outside, that is in a video room when it answers (rules VPHONE-30 to VPHONE-33). */
import type { DirectoryUser, Party, PhoneCommands, VideoCallRoom } from "@callpanel/phone-port";
import type { Call } from "../call/call.port.ts";
import { DONE, refused } from "../call/command-outcome.ts";
import { partyOf } from "../leg/leg.ts";
import { shownAs } from "../ringing/shown-caller.ts";
import { createVideoDoor } from "../video/video-door.ts";
import type { CommandDeps } from "./command-deps.ts";
import { createGuests, missOf } from "./guests.ts";

export function createVideoCalls(deps: CommandDeps): Pick<PhoneCommands, "callToVideo" | "cancelVideoCall"> {
  const { realm, directory, originateCall, video } = deps;
  const find = createGuests(deps);
  /** Telephones that ring, by invitation. */
  const ringing = new Map<string, () => void>();

  /** VPHONE-31: the room shows its own number outside only where it is one of the company. */
  const shownOutside = async ({ name, callerId }: VideoCallRoom, by: DirectoryUser) => {
    const { number } = callerId;
    if (number === "" || (await directory.directNumber?.(realm, number)) === undefined) return shownAs(by);
    return { caller: { number, name: callerId.name || name }, headers: [] };
  };

  return {
    callToVideo: async ({ by: username, to, room, invitation }) => {
      const by = await directory.userBySipUsername(realm, username);
      if (by?.mayUseSoftphone !== true || video === undefined) return refused("unavailable");
      const found = await find(to, by, await shownOutside(room, by));
      if ("why" in found) return refused(found.why);
      const { whom, party } = found;
      const there: Party = { number: room.number || by.extension, name: room.name, kind: "videoRoom" };
      const service = createVideoDoor(deps, video, {
        number: there.number,
        known: {
          room: { id: room.id, name: room.name, language: room.language, asksForPin: "never" },
          admin: false,
          invitation,
        },
      });
      void originateCall({
        whom,
        dialledNumber: whom.kind === "user" ? there.number : party.number,
        shown: { ...there, name: room.callerId.name || room.name },
        came: { how: "invited", by: partyOf(by) },
        arrive: (call: Call) => {
          ringing.delete(invitation);
          // The record shows the party that was really called.
          call.put(whom.kind === "user" ? there : party, service, there);
        },
        watcher: {
          begun: ({ cancel }) => void ringing.set(invitation, cancel),
          failed: (status, rang) => {
            // Busy is busy outside, after whatever progress; a phone that rang here was declined.
            if (ringing.delete(invitation))
              video.doors.missed(invitation, missOf(status, rang && whom.kind === "user"));
          },
        },
      });
      // It has begun before the promise settles, or never.
      if (ringing.has(invitation)) return { ok: true, value: { number: party.number, name: party.name } };
      return refused(whom.kind === "user" ? "notRegistered" : "limit");
    },
    cancelVideoCall: async ({ invitation }) => {
      const cancel = ringing.get(invitation);
      ringing.delete(invitation);
      cancel?.();
      return cancel === undefined ? refused("unknownLeg") : DONE;
    },
  };
}
