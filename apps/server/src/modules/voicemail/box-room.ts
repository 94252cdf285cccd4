import type { SoundStore } from "../../kernel/sound-store.port.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

/** VM-32: so many messages a box holds, archived ones not counted; lists stay quick with them. */
export const BOX_MESSAGES = 100_000;

/** Whether a box has room for so many messages more, and so many bytes of sound. */
export type BoxRoom = (boxId: number, more: { readonly messages: number; readonly bytes: number }) => Promise<boolean>;

export interface BoxRoomDeps {
  readonly store: Pick<VoicemailStore, "heldBy">;
  readonly sounds: Pick<SoundStore, "used">;
  /** Of sound, in each box. */
  readonly mostBytes: number;
}

export function createBoxRoom({ store, sounds, mostBytes }: BoxRoomDeps): BoxRoom {
  return async (boxId, { messages, bytes }) =>
    (await store.heldBy(boxId)) + messages <= BOX_MESSAGES &&
    (await sounds.used(soundAccount(boxId))) + bytes <= mostBytes;
}

/** Whose space the sounds of a box take. */
export const soundAccount = (boxId: number): string => `box:${boxId}`;
