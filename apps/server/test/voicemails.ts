import type { SoundStore } from "../src/kernel/sound-store.port.ts";
import type { MessageTexts } from "../src/modules/speech/index.ts";
import type { NewMessage, StoredMessage } from "../src/modules/voicemail/index.ts";
import type { Stores } from "../src/app/storage.ts";

/** Of a box that wants no words. */
export const NO_TEXTS: MessageTexts = {
  transcription: { state: "off" },
  summary: { state: "off" },
  category: { state: "off" },
  translation: { state: "off" },
};

/** A box's message as the telephone leaves one, with bytes of its own for a sound. */
export async function leaveMessage(
  { stores, sounds }: { readonly stores: Stores; readonly sounds: SoundStore },
  { boxId, bytes, ...over }: Partial<NewMessage> & { readonly boxId: number; readonly bytes?: Uint8Array },
): Promise<StoredMessage> {
  const holder = { kind: "voicemail", id: "left" } as const;
  const content = bytes ?? Buffer.from(`sound of ${boxId} at ${over.at ?? 0}`);
  const stored = await sounds.put(content, { holder, type: "audio/wav", durationMs: 4_000 });
  const message = await stores.voicemail.add({
    boxId,
    at: Date.UTC(2026, 2, 1),
    durationMs: 4_000,
    from: { number: "102", name: "Bob Brandt", userId: null },
    callId: "c1",
    sound: stored.id,
    texts: NO_TEXTS,
    translationLanguage: "",
    ...over,
  });
  await sounds.hold(stored.id, { kind: "voicemail", id: String(message.id), account: `box:${boxId}` });
  await sounds.release(holder);
  return message;
}
