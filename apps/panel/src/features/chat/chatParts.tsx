/** Chat and text messages at work, with what they show over every page: loaded in the first idle moment, or with their first page. */
import type { FeaturePanel } from "../../shared/feature.ts";
import type { OpenChatLine } from "../../shared/live/chatLine.ts";
import type { ChatParts } from "../../shared/live/chatParts.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { ChatLayer } from "./ChatLayer.tsx";
import { callOf } from "./presence/callOf.ts";
import { createIdle } from "./presence/idle.store.ts";
import { createSms } from "./sms/state/sms.service.ts";
import type { SmsRun } from "./sms/state/sms.service.ts";
import { createChat } from "./state/chat.service.ts";
import type { ChatRun } from "./state/chat.service.ts";

export interface RunningChat extends ChatParts {
  readonly chat: ChatRun;
  readonly sms: SmsRun;
}

export interface ChatPartsWanted {
  readonly openChatLine: OpenChatLine;
  /** When the person came to this page. */
  readonly cameAt: number;
}

export const createChatParts = (panel: FeaturePanel, wanted: ChatPartsWanted): RunningChat => ({
  chat: createChat({
    ...panel,
    ...wanted,
    idle: createIdle({ ...panel, onCall: callOf(panel.softphone) }),
    onRefused: (code, text) => panel.notices.error(panel.words.get().say({ code, details: {}, text })),
  }),
  sms: createSms(panel),
  Layer: ChatLayer,
});

/** What they do from sign-in to sign-out. @returns a stop function */
export function startChatParts({ chat, sms }: RunningChat, panel: FeaturePanel): () => void {
  const stops = [startChat(chat, panel), startSms(sms, panel)];
  return () => {
    for (const stop of stops) stop();
  };
}

function startChat(run: ChatRun, { ahead, signedIn, connectivity }: FeaturePanel): () => void {
  const stop = whenSignedIn(signedIn, ({ flags, user }) => (flags.chatsRead ? run.start(user.id) : null));
  const leave = connectivity.subscribe(() => {
    if (connectivity.get()) run.retry();
  });
  const unprepare = ahead.on("chats", ({ roomId }) => (roomId === undefined ? undefined : run.prepare(roomId)));
  return () => {
    unprepare();
    leave();
    stop();
  };
}

function startSms(run: SmsRun, { signedIn, connectivity, events }: FeaturePanel): () => void {
  const stop = whenSignedIn(signedIn, ({ flags, user }) => (flags.chatsRead ? run.start(user.id) : null));
  const resume = () => {
    if (connectivity.get() && events.get().phase === "open") run.resume();
  };
  const leave = [connectivity.subscribe(resume), events.subscribe(resume)];
  return () => {
    for (const stopOne of leave) stopOne();
    stop();
  };
}
