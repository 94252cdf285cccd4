import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { VoicemailStore } from "../voicemail.store.ts";

/** VM-32: the number of messages a box can hold, archived ones not counted; lists stay fast with this many. */
export const BOX_MESSAGES = 100_000;

/** Whether a box has room for this many more messages, and bytes of sound. */
export type BoxRoom = (boxId: number, more: { readonly messages: number; readonly bytes: number }) => Promise<boolean>;

export interface BoxRoomDeps {
  readonly store: Pick<VoicemailStore, "heldBy">;
  readonly sounds: Pick<SoundStore, "used">;
  /** Limit of sound in each box. */
  readonly mostBytes: number;
}

export function createBoxRoom({ store, sounds, mostBytes }: BoxRoomDeps): BoxRoom {
  return async (boxId, { messages, bytes }) =>
    (await store.heldBy(boxId)) + messages <= BOX_MESSAGES &&
    (await sounds.used(soundAccount(boxId))) + bytes <= mostBytes;
}

/** The account to which the sounds of a box count. */
export const soundAccount = (boxId: number): string => `box:${boxId}`;
