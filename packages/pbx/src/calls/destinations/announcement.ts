/** Announcements: a caller who dials one, or is sent there, hears it after entering its PIN (rules ANN-8 to ANN-10). */
import type { Announcement, AnnouncementParts, Clock, DirectoryUser, Log } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { LAST_WAY, type SendOn } from "../call/moves.port.ts";
import { whenReady } from "../../when-ready.ts";
import type { Service } from "../call/service.ts";
import {
  ANNOUNCEMENT_BEGIN,
  stepAnnouncement,
  type AnnouncementAsk,
  type AnnouncementState,
  type AnnouncementResult,
} from "../services/announcement.model.ts";
import { pinCallerOf, startIvr } from "../services/ivr/ivr.ts";
import { wordsFile } from "../services/ivr/words.ts";

export interface AnnouncementDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly sendOn: SendOn;
  /** Absent: this system has no announcements. */
  readonly announcements?: AnnouncementParts | undefined;
}

const NONE: LegReason = { status: 480, text: "No announcement service" };
const GONE: LegReason = { status: 404, text: "No such announcement" };

export function createReachAnnouncement({ clock, log, realm, sendOn, announcements }: AnnouncementDeps) {
  const serviceOf = (
    { call }: Arrival,
    number: string,
    announcement: Announcement,
    { checkPin, promptsFolder }: AnnouncementParts,
  ): Service => ({
    serve: (caller) =>
      startIvr<AnnouncementState, AnnouncementAsk, AnnouncementResult>({
        clock,
        log,
        caller,
        begin: ANNOUNCEMENT_BEGIN,
        step: (state, event) => stepAnnouncement(announcement, state, event),
        answer: ({ pin }) => checkPin({ realm, id: number }, { pin, caller: pinCallerOf(caller) }),
        spoken: (key) => wordsFile(promptsFolder, announcement.language, key),
        sendOn: (dialled) => {
          const leg = call.caller;
          const { codec } = call;
          call.part(leg);
          const by = announcer(number, announcement.name);
          const came = { how: "forwarded", by: call.callee } as const;
          sendOn(leg, { kind: "number", dialled, by, codec, came }, LAST_WAY);
        },
      }),
  });

  return (arrival: Arrival, { number, place }: Destination & { kind: "announcement" }): void | Promise<void> => {
    const { call } = arrival;
    const party = { number, name: place.name, kind: "announcement" } as const;
    if (announcements === undefined) return call.refuse(party, NONE);
    return whenReady(announcements.announcement(realm, place.id), (found) => {
      if (!call.live) return;
      if (found === undefined) return call.refuse(party, GONE);
      call.put(party, serviceOf(arrival, place.id, found, announcements));
    });
  };
}

/**
 * ANN-10: the author of the announcement chose the number that follows it, so it is resolved with the company's rights,
 * for any caller.
 */
function announcer(extension: string, displayName: string): DirectoryUser {
  return {
    id: 0,
    sipUsername: "",
    extension,
    displayName,
    mayUseSoftphone: false,
    doNotDisturb: false,
    callWaiting: true,
  };
}
