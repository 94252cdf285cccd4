import { SpeechRefusal, type TextToSpeech } from "../../modules/speech/index.ts";
import { voiceOf } from "./speech-order.ts";

/**
 * Several engines as one, with the voices of all. If several speak a language equally well, the first engine is used.
 * @returns undefined when there are no engines
 */
export async function joinVoices(engines: readonly TextToSpeech[]): Promise<TextToSpeech | undefined> {
  const [only, ...others] = engines;
  if (only === undefined || others.length === 0) return only;
  const heard = await Promise.all(engines.map(async (engine) => ({ engine, voices: await engine.voices() })));
  const voices = heard.flatMap((one) => one.voices);
  return {
    engine: engines.map(({ engine }) => engine).join(", "),
    voices: async () => voices,
    speak: async (order, into) => {
      const voice = voiceOf(order, voices);
      const speaker = heard.find((one) => one.voices.includes(voice));
      if (speaker === undefined) throw new SpeechRefusal("voice", "there is no such voice");
      await speaker.engine.speak({ ...order, voice: voice.name }, into);
    },
  };
}
