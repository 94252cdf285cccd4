import { readFile } from "node:fs/promises";
import type { Clock } from "../../../kernel/clock.ts";
import type { SoundStore, StoredSound } from "../../../kernel/files/sound-store.port.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { soundAccount, type BoxRoom, type DeliverMessage, type VoicemailStore } from "../../voicemail/index.ts";
import { joinSounds } from "./joined-sound.ts";
import type { DraftFolder } from "./voicemail-drafts.port.ts";

interface ForwardDeps {
  readonly store: Pick<VoicemailStore, "byIds">;
  readonly sounds: SoundStore;
  readonly hasRoom: BoxRoom;
  readonly drafts: Pick<DraftFolder, "pathOf" | "remove">;
  readonly deliver: DeliverMessage;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

/** VM-56: stores a copy in another box as a new message, with the spoken introduction before it. False: that box is full. */
export type ForwardMessage = (to: {
  /** Of the message. */
  readonly id: number;
  readonly boxId: number;
  readonly commentDraftId: string | undefined;
}) => Promise<boolean>;

export function createForwarding(deps: ForwardDeps): ForwardMessage {
  return (to) => forward(deps, to);
}

async function forward(
  { store, sounds, hasRoom, drafts, deliver, clock, random }: ForwardDeps,
  to: Parameters<ForwardMessage>[0],
): Promise<boolean> {
  const [message] = await store.byIds([to.id]);
  if (message === undefined) throw new Error("a message to forward does not exist any more");
  const { bytes = 0 } = (await sounds.find(message.sound)) ?? {};
  if (!(await hasRoom(to.boxId, { messages: 1, bytes }))) return false;
  const holder = {
    kind: "voicemail",
    id: `forward-${message.id}-${to.boxId}`,
    account: soundAccount(to.boxId),
  } as const;
  const path = await sounds.localPath(message.sound);
  if (path === undefined) throw new Error("the sound of a message to forward does not exist any more");
  const comment = to.commentDraftId === undefined ? [] : [await readFile(drafts.pathOf(to.commentDraftId))];
  const serial = Buffer.from(random(4)).readUInt32LE();
  const sound: StoredSound = await sounds.put(joinSounds([...comment, await readFile(path)], serial), {
    holder,
    type: "audio/ogg",
  });
  const { from, callId, urgent } = message;
  await deliver({ boxId: to.boxId, at: clock.now(), from, callId, ...(urgent && { urgent }) }, sound);
  await sounds.release(holder);
  if (to.commentDraftId !== undefined) await drafts.remove(to.commentDraftId);
  return true;
}
