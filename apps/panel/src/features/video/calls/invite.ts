/** The ways in which a person is invited to a meeting. */
import { inviteToVideoConference, listAllChatUsers, newConversation, sendSms } from "@callpanel/contract";
import type { VideoRoom } from "@callpanel/contract";
import type { Api } from "../../../shared/api/api.ts";
import type { FeaturePanel } from "../../../shared/feature.ts";
import { CHAT_PARTS } from "../../../shared/live/chatParts.ts";
import { isTextable } from "../../../shared/live/sms.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Words } from "../../../shared/words/words.ts";
import { videoCallMessages } from "./calls.messages.ts";

export interface Inviting {
  readonly api: Api;
  readonly words: Pick<Readable<Words>, "get">;
  /** Whether a person of chat (`chatUserId`) has a page open. */
  readonly isHere: (uid: string) => boolean;
  /** The number that text messages are sent from; undefined without one. */
  readonly smsFrom: () => string | undefined;
  /** A text that no other request has. */
  readonly newId: () => string;
}

export const invitingOf = (
  panel: Pick<FeaturePanel, "api" | "scope" | "newId"> & Pick<Inviting, "words">,
): Inviting => ({
  ...panel,
  isHere: (uid) => CHAT_PARTS.of(panel).get()?.chat.presence(uid).get() !== undefined,
  smsFrom: () => {
    const numbers = CHAT_PARTS.of(panel).get()?.sms.numbers.get() ?? null;
    return numbers === null || numbers.carrier === "none" ? undefined : numbers.data[0]?.number;
  },
});

/** What is sent to people: the guest's link works for everybody. */
export function linkText(words: Inviting["words"], { name: room, guest }: Pick<VideoRoom, "name" | "guest">): string {
  const { shortUrl: url, pin } = guest;
  const text = words.get();
  return pin === ""
    ? text.text(videoCallMessages, "videoCall.chatText", { room, url })
    : text.text(videoCallMessages, "videoCall.chatTextPin", { room, url, pin });
}

/** VCALL-3: by the panel; to those who have none open, or who may not use video rooms, by chat. Rejects where neither is possible. */
export async function inviteColleague(
  inviting: Inviting,
  room: VideoRoom,
  extension: string,
): Promise<"panel" | "chat"> {
  const { told } = await inviting.api.call(inviteToVideoConference, {
    params: { id: room.id },
    body: { extensions: [extension] },
  });
  const user = await chatUserOf(inviting, extension);
  const isThere = user !== undefined && inviting.isHere(user.chatUserId);
  if (told.includes(extension) && (isThere || user === undefined)) return "panel";
  if (user === undefined) throw new Error("not reachable");
  await inviting.api.call(newConversation, {
    body: { destinations: user.chatUserId, message: linkText(inviting.words, room), client_id: inviting.newId() },
  });
  return "chat";
}

async function chatUserOf(inviting: Inviting, extension: string) {
  try {
    const { data } = await inviting.api.call(listAllChatUsers, {});
    return data.find((user) => user.extension === extension);
  } catch {
    // Without chat there is no other way than the panel.
    return undefined;
  }
}

/** Sends the link as a text message. Rejects where that is not possible. */
export async function inviteNumber(inviting: Inviting, room: VideoRoom, number: string): Promise<void> {
  const from = inviting.smsFrom();
  if (from === undefined || !isTextable(number)) throw new Error("no text messages");
  await inviting.api.call(sendSms, {
    body: {
      from_did: from,
      sms_destination: number,
      message: linkText(inviting.words, room),
      client_id: inviting.newId(),
    },
  });
}
