import { createOggOpus, createOpusCoder, packetsFor, parseOpusPacket } from "@callpanel/media";
import { dominantTone, readRecording, tonePcm } from "@callpanel/testkit";
import type { SoundStore } from "../src/kernel/files/sound-store.port.ts";
import type { MessageTexts } from "../src/modules/speech/index.ts";
import type { NewMessage, StoredMessage } from "../src/modules/voicemail/index.ts";
import type { Stores } from "../src/app/services/storage.ts";

/** Texts of a box without transcription. */
export const NO_TEXTS: MessageTexts = {
  transcription: { state: "off" },
  summary: { state: "off" },
  category: { state: "off" },
  translation: { state: "off" },
};

/** A message of a box as left by telephone, with unique bytes as its sound. */
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

/** Mono Ogg Opus, in the format of the media engine. */
export function toneOpus(frequencyHz: number, seconds: number): Uint8Array {
  const key = `${frequencyHz} ${seconds}`;
  const made = TONES.get(key) ?? makeTone(frequencyHz, seconds);
  TONES.set(key, made);
  return made;
}

const TONES = new Map<string, Uint8Array>();

function makeTone(frequencyHz: number, seconds: number): Uint8Array {
  const coder = createOpusCoder(48_000);
  const file = createOggOpus({ serial: frequencyHz, streams: 1 });
  const pages: Uint8Array[] = [file.head()];
  const samples = FRAME_SAMPLES;
  for (let frame = 0; frame < packetsFor(seconds * 1_000); frame += 1) {
    const tone = { frequencyHz, amplitude: 0.5 };
    const pcm = tonePcm(tone, { sampleRate: 48_000, samples, fromSample: frame * samples });
    const packet = parseOpusPacket(coder.encode(pcm));
    const page = packet === undefined ? undefined : file.add([packet]);
    if (page !== undefined) pages.push(page.bytes);
  }
  coder.close();
  return Buffer.concat([...pages, file.end(seconds * 1_000).bytes]);
}

const FRAME_SAMPLES = 960;

/** The frequency in a mono Ogg Opus file between two times. */
export function heardHz(
  file: Uint8Array,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): number {
  const coder = createOpusCoder(48_000);
  const packets = readRecording(file)
    .pages.slice(2)
    .flatMap(({ packets: some }) => some);
  const pcm = packets.flatMap((packet) => [...(coder.decode(packet) ?? [])]);
  coder.close();
  return dominantTone(Int16Array.from(pcm.slice(fromMs * 48, untilMs * 48)), 48_000).frequencyHz;
}
