import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import {
  speechCapabilities,
  type Speech,
  type SpeechToText,
  type TextToSpeech,
  type Translation,
} from "../../modules/speech/index.ts";
import { openApertium } from "./apertium.ts";
import { findConfinement } from "./confinement.ts";
import { openEspeak } from "./espeak.ts";
import { openFlite } from "./flite.ts";
import { joinVoices } from "./joined-voices.ts";
import { createLibreTranslate, type TranslationServiceSettings } from "./libretranslate.ts";
import { createPocketsphinx } from "./pocketsphinx.ts";
import { createProgramQueue, hasProgram } from "./program.ts";
import { createProgramDecoder } from "./sound-decoder.ts";
import { createTextAnalyst } from "./text-analyst.ts";
import { createTranscriptionService, type TranscriptionServiceSettings } from "./transcription-service.ts";

export interface SpeechSettings {
  /** False: no local programs are used. */
  readonly programs: boolean;
  /** Services replace local programs. */
  readonly transcriptionService: TranscriptionServiceSettings | undefined;
  readonly translationService: TranslationServiceSettings | undefined;
}

export interface SpeechDeps {
  /** The built text-analysis.worker; without it there is no summary and no category. */
  readonly textWorkerUrl: URL | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Finds the available engines once, and logs them. `stop` ends the thread for text analysis. */
export async function openSpeech(
  settings: SpeechSettings,
  { textWorkerUrl, clock, log }: SpeechDeps,
): Promise<{ readonly speech: Speech; stop(): Promise<void> }> {
  // Separate queues: text to speech must not wait for the transcription of a long message.
  const confinement = settings.programs ? await findConfinement(log) : [];
  const [runSpeaking, runListening] = [createProgramQueue(confinement), createProgramQueue(confinement)];
  const has = async (name: string): Promise<boolean> => settings.programs && (await hasProgram(name));
  /** A program that is installed but does not work means one engine less; the server still starts. */
  const openProgram = async <Engine>(
    name: string,
    open: () => Promise<Engine | undefined>,
  ): Promise<Engine | undefined> => {
    if (!(await has(name))) return undefined;
    return open().catch((error: unknown) => {
      log.warn("an engine of speech cannot be used", { program: name, err: error });
      return undefined;
    });
  };
  const textToSpeech = async (): Promise<TextToSpeech | undefined> => {
    const engines = await Promise.all([
      openProgram("flite", () => openFlite(runSpeaking)),
      openProgram("espeak-ng", () => openEspeak(runSpeaking)),
    ]);
    return joinVoices(engines.filter((engine) => engine !== undefined));
  };
  const speechToText = async (): Promise<SpeechToText | undefined> => {
    const decode = (await has("ffmpeg")) ? createProgramDecoder(runListening) : undefined;
    const service = settings.transcriptionService;
    if (service !== undefined) return createTranscriptionService(service, decode);
    const isThere = decode !== undefined && (await has("pocketsphinx_continuous"));
    return isThere ? createPocketsphinx(runListening, decode) : undefined;
  };
  const translation = async (): Promise<Translation | undefined> => {
    const service = settings.translationService;
    if (service !== undefined) return createLibreTranslate(service);
    return openProgram("apertium", () => openApertium(runListening));
  };
  const analyst = textWorkerUrl === undefined ? undefined : createTextAnalyst({ workerUrl: textWorkerUrl, clock });
  const [speaking, listening, translating] = await Promise.all([textToSpeech(), speechToText(), translation()]);
  const speech: Speech = {
    textToSpeech: speaking,
    speechToText: listening,
    textAnalysis: analyst?.analysis,
    translation: translating,
  };
  log.info("engines of speech", { ...speechCapabilities(speech) });
  return { speech, stop: async () => analyst?.stop() };
}
