import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { VoicemailTexts } from "../speech/index.ts";
import { wantedTexts } from "./box/box.model.ts";
import type { VoicemailChanged } from "./message-writes.ts";
import { NEW_BOX } from "./voicemail.model.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface MessageWordsDeps {
  readonly store: VoicemailStore;
  readonly sounds: Pick<SoundStore, "localPath" | "find">;
  readonly changed: VoicemailChanged;
}

/** Messages for the code that makes their texts; each finished text is reported immediately (VM-52). */
export function createMessageWords({ store, sounds, changed }: MessageWordsDeps): VoicemailTexts {
  return {
    find: async (messageId) => {
      const [message] = await store.byIds([messageId]);
      if (message === undefined) return undefined;
      const [path, sound] = await Promise.all([sounds.localPath(message.sound), sounds.find(message.sound)]);
      if (path === undefined || sound === undefined) return undefined;
      const { type } = sound;
      if (type === "application/zip" || type === "application/octet-stream")
        throw new Error("a message cannot be an archive");
      const { settings } = (await store.box(message.boxId)) ?? { settings: NEW_BOX };
      const { texts, translationLanguage } = message;
      // The translation language that was set when the message was left.
      return { sound: { path, type }, wanted: { ...wantedTexts(settings), translationLanguage }, texts };
    },
    save: async (messageId, texts) => {
      if (!(await store.saveTexts(messageId, texts))) return;
      const [message] = await store.byIds([messageId]);
      if (message !== undefined) changed(new Set([message.boxId]));
    },
  };
}
