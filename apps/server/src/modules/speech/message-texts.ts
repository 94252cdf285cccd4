import type { VoicemailCategory } from "@callpanel/contract";
import * as z from "zod/mini";
import type { JobKind, JobOutcome } from "../../kernel/jobs/job.model.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { MessageTexts, TextState, VoicemailTexts, WantedTexts } from "./message-texts.port.ts";
import { SpeechRefusal, type Speech, type TextAnalysis, type Translation } from "./speech.port.ts";

/** Makes a message's pending texts. Add it in the transaction that stores a message with `firstTexts`. */
export const MESSAGE_TEXTS_JOB: JobKind<{ messageId: number }> = {
  name: "voicemail.texts",
  payload: z.object({ messageId: z.int() }),
};

/** One engine may use a whole core for minutes; the second job is for engines that only wait for a response. */
const AT_ONCE = 2;

/** The texts of a new message: pending if they are wanted and an engine can make them. */
export function firstTexts(wanted: WantedTexts, speech: Speech): MessageTexts {
  const { language, translationLanguage } = wanted;
  const hears = speech.speechToText?.understands(language) === true;
  const reads = hears && speech.textAnalysis?.understands(language) === true;
  const pair = { from: language, to: translationLanguage };
  const isOtherLanguage = baseOf(language) !== baseOf(translationLanguage);
  const state = (isWanted: boolean, isPossible: boolean): { readonly state: "pending" | "off" | "unavailable" } => {
    if (!wanted.transcript || !isWanted) return { state: "off" };
    return { state: isPossible ? "pending" : "unavailable" };
  };
  return {
    transcription: state(true, hears),
    summary: state(wanted.summarize, reads),
    category: state(wanted.categorize, reads),
    translation: state(wanted.translate && isOtherLanguage, hears && speech.translation?.canTranslate(pair) === true),
  };
}

/** `en` for `en-US`. */
const baseOf = (language: string): string => language.toLowerCase().split("-", 1)[0] ?? "";

export interface MessageTextsDeps {
  readonly jobs: Pick<Jobs, "work">;
  readonly speech: Speech;
  readonly voicemail: VoicemailTexts;
}

/** Makes texts of messages from now on, until `jobs` stops. */
export function makeMessageTexts({ jobs, speech, voicemail }: MessageTextsDeps): void {
  jobs.work(MESSAGE_TEXTS_JOB, ({ messageId }, { signal }) => makeTexts({ speech, voicemail, messageId, signal }), {
    concurrency: AT_ONCE,
    failed: ({ messageId }) => failPending(voicemail, messageId),
  });
}

interface Making extends Omit<MessageTextsDeps, "jobs"> {
  readonly messageId: number;
  readonly signal: AbortSignal;
}

/** Each text is stored when it is made; a failed one does not stop the others that depend on the transcription. */
async function makeTexts({ speech, voicemail, messageId, signal }: Making): Promise<JobOutcome> {
  const message = await voicemail.find(messageId);
  if (message === undefined) return;
  const { sound, wanted, texts } = message;
  const { language, translationLanguage } = wanted;
  const task = { language, signal };
  const save = (made: Partial<MessageTexts>): Promise<void> => voicemail.save(messageId, made);

  const transcription = await made(texts.transcription, speech.speechToText, (engine) =>
    engine.transcribe(sound, task),
  );
  if (transcription !== undefined) await save({ transcription });
  const heard = transcription ?? texts.transcription;
  if (heard.state !== "done") return failPending(voicemail, messageId);
  const said = heard.text.trim();

  const makeSummary = async (): Promise<void> => {
    const make = async (engine: TextAnalysis) => (said === "" ? "" : engine.summarize(said, task));
    const summary = await made(texts.summary, speech.textAnalysis, make);
    if (summary !== undefined) await save({ summary });
  };
  const makeCategory = async (): Promise<void> => {
    const make = async (engine: TextAnalysis): Promise<VoicemailCategory> =>
      said === "" ? "misc" : (await engine.categorize(said, task)).category;
    const category = await made(texts.category, speech.textAnalysis, make);
    if (category !== undefined) await save({ category });
  };
  const makeTranslation = async (): Promise<void> => {
    const pair = { from: language, to: translationLanguage, signal };
    const make = async (engine: Translation) => (said === "" ? "" : engine.translate(said, pair));
    const translation = await made(texts.translation, speech.translation, make);
    if (translation !== undefined) await save({ translation });
  };
  const results = await Promise.allSettled([makeSummary(), makeCategory(), makeTranslation()]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** The result for a pending text; undefined for one that is not pending. Throws when an engine fails temporarily. */
async function made<Text, Engine>(
  { state }: TextState<Text>,
  engine: Engine | undefined,
  make: (engine: Engine) => Promise<Text>,
): Promise<TextState<Text> | undefined> {
  if (state !== "pending") return undefined;
  if (engine === undefined) return { state: "unavailable" };
  try {
    return { state: "done", text: await make(engine) };
  } catch (error) {
    if (error instanceof SpeechRefusal) return { state: "failed" };
    throw error;
  }
}

/** Marks texts that are still pending as failed. */
async function failPending(voicemail: VoicemailTexts, messageId: number): Promise<void> {
  const message = await voicemail.find(messageId);
  if (message === undefined) return;
  const { transcription, summary, category, translation } = message.texts;
  const failed = { state: "failed" } as const;
  await voicemail.save(messageId, {
    ...(transcription.state === "pending" ? { transcription: failed } : {}),
    ...(summary.state === "pending" ? { summary: failed } : {}),
    ...(category.state === "pending" ? { category: failed } : {}),
    ...(translation.state === "pending" ? { translation: failed } : {}),
  });
}
