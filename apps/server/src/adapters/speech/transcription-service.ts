import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import type { SoundFile, SpeechToText } from "../../modules/speech/index.ts";
import { askEngine } from "./http-engine.ts";
import { baseLanguage } from "./language-tag.ts";
import type { DecodeSound } from "./sound-decoder.ts";

export interface TranscriptionServiceSettings {
  /**
   * A URL that ends in `/inference` is a whisper.cpp server; others are the base of an OpenAI-compatible API:
   * `https://speech.example.com/v1`.
   */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  /** Model name for an OpenAI-compatible API. */
  readonly model: string;
}

/** Node does not wait longer for the start of a response. */
const TRANSCRIBE_MS = 300_000;
const ANSWER = z.object({ text: z.string() });
const NAMES = { "audio/ogg": "message.ogg", "audio/wav": "message.wav", "audio/mpeg": "message.mp3" } as const;

/** Speech to text by an HTTP service. The language is sent; the service is assumed to support it. */
export function createTranscriptionService(
  { url, key, model }: TranscriptionServiceSettings,
  decode: DecodeSound | undefined,
): SpeechToText {
  const isWhisperServer = new URL(url).pathname.endsWith("/inference");
  const address = isWhisperServer ? url : `${url.replace(/\/+$/, "")}/audio/transcriptions`;
  const send = async (sound: SoundFile, language: string, signal: AbortSignal | undefined): Promise<string> => {
    const body = new FormData();
    body.set("file", new Blob([await readFile(sound.path)], { type: sound.type }), NAMES[sound.type]);
    body.set("response_format", "json");
    body.set("language", baseLanguage(language));
    if (!isWhisperServer) body.set("model", model);
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const { text } = await askEngine({
      url: address,
      body,
      headers,
      answer: ANSWER,
      timeoutMs: TRANSCRIBE_MS,
      signal,
      refusal: "sound",
    });
    return text.replaceAll(/\s+/g, " ").trim();
  };
  return {
    engine: isWhisperServer ? "whisper.cpp" : model,
    understands: () => true,
    transcribe: (sound, { language, signal }) =>
      // whisper.cpp's server reads only WAV of 16 kHz, unless it was started with a converter.
      isWhisperServer && decode !== undefined
        ? decode(sound, { signal }, (path) => send({ path, type: "audio/wav" }, language, signal))
        : send(sound, language, signal),
  };
}
