import { getVideoConference } from "@callpanel/contract";
import type { VideoInviteEvent } from "@callpanel/contract";
import { sayError } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import type { VideoCalls } from "../../../shared/phone/videoCalls.ts";
import type { VideoDesk } from "../window/video.desk.ts";

export interface VideoCallsRun extends VideoCalls {
  /** Shows invitations. @returns a stop function */
  start(): () => void;
}

const loadMessages = async () => (await import("./calls.messages.ts")).videoCallMessages;
/** An invitation is shown for so long. */
const ASKS_MS = 60_000;

/** Meetings out of calls, and invitations of colleagues; most of the code is loaded with the first. */
export function createVideoCalls(panel: FeaturePanel, desk: VideoDesk): VideoCallsRun {
  const { api, notices, words, events } = panel;
  let isAdding = false;

  const join = async ({ room, from }: VideoInviteEvent): Promise<void> => {
    try {
      desk.join(await api.call(getVideoConference, { params: { id: room.id } }), {
        number: from.exten,
        hangsUp: false,
      });
    } catch (error) {
      notices.error(words.get().say(sayError(error, "video.enter")));
    }
  };
  /** VCALL-2 */
  const ask = async (event: VideoInviteEvent): Promise<void> => {
    const { room, from } = event;
    const now = desk.get();
    if (now.phase !== "closed" && now.room.id === room.id) return;
    const messages = await loadMessages();
    const key = `video-invite-${room.id}`;
    const label = words.get().text(messages, "videoCall.join");
    const run = (): void => {
      notices.withdraw(key);
      void join(event);
    };
    notices.success(words.get().text(messages, "videoCall.asks", { name: from.name, room: room.name }), {
      key,
      action: { label, run },
      forMs: ASKS_MS,
    });
  };

  return {
    add(peer) {
      if (isAdding) return;
      isAdding = true;
      void Promise.all([import("./add.ts"), import("./invite.ts")])
        .then(([{ addVideo }, { invitingOf }]) => addVideo({ ...panel, ...invitingOf(panel), desk }, peer))
        .catch((error: unknown) => notices.error(words.get().say(sayError(error, "video.create"))))
        .finally(() => {
          isAdding = false;
        });
    },
    start: () =>
      events.listen((message) => {
        if (message.type === "event" && message.event.action === "VIDEO_INVITE") void ask(message.event);
      }),
  };
}
