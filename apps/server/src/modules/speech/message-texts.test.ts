import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Tables } from "../../adapters/database/index.ts";
import { createJobStore } from "../../adapters/database/server/job.store.ts";
import { createBus } from "../../kernel/bus/bus.ts";
import { createJobs, type Jobs } from "../../kernel/jobs/jobs.ts";
import { openFreshStore } from "../../../test/store-file.ts";
import { silentLog, temporaryStorage } from "../../../test/temporary-storage.ts";
import {
  firstTexts,
  makeMessageTexts,
  MESSAGE_TEXTS_JOB,
  SpeechRefusal,
  type MessageTexts,
  type Speech,
  type VoicemailTexts,
  type WantedTexts,
} from "./index.ts";
import { WAIT } from "../../../test/wait.ts";

const ALL: WantedTexts = {
  transcript: true,
  summarize: true,
  categorize: true,
  translate: true,
  language: "en-US",
  translationLanguage: "es",
};
const SAID = "please call the clinic about your appointment";

const statesOf = ({ transcription, summary, category, translation }: MessageTexts) =>
  [transcription, summary, category, translation].map(({ state }) => state);

/** Engines that respond immediately and record each call. */
function createEngines() {
  const calls: string[] = [];
  /** The next failures, by engine. */
  const failures: Array<{ readonly of: string; readonly error: Error }> = [];
  const answer = async <T>(of: string, value: T): Promise<T> => {
    calls.push(of);
    const index = failures.findIndex((one) => one.of === of);
    const [failure] = index < 0 ? [] : failures.splice(index, 1);
    if (failure !== undefined) throw failure.error;
    return value;
  };
  const isEnglish = (language: string): boolean => language.startsWith("en");
  const speech: Speech = {
    textToSpeech: undefined,
    speechToText: { engine: "ears", understands: isEnglish, transcribe: () => answer("hear", SAID) },
    textAnalysis: {
      engine: "mind",
      understands: isEnglish,
      summarize: () => answer("summary", "call the clinic"),
      categorize: () => answer("category", { category: "medical", because: ["clinic"] } as const),
    },
    translation: {
      engine: "tongue",
      canTranslate: ({ from, to }) => isEnglish(from) && to === "es",
      translate: () => answer("translation", "llame a la clínica"),
    },
  };
  return { speech, calls, failures };
}

describe("the texts of a message", () => {
  const storage = temporaryStorage();
  let clock: FakeClock;
  let db: Kysely<Tables>;
  let jobs: Jobs;
  let messages: Map<number, { wanted: WantedTexts; texts: MessageTexts }>;
  let saved: string[];
  const voicemail: VoicemailTexts = {
    find: async (id) => {
      const message = messages.get(id);
      return message === undefined ? undefined : { ...message, sound: { path: "/dev/null", type: "audio/ogg" } };
    },
    save: async (id, made) => {
      const message = messages.get(id);
      if (message !== undefined) messages.set(id, { ...message, texts: { ...message.texts, ...made } });
      saved.push(Object.keys(made).join());
    },
  };
  const open = async (): Promise<void> => {
    const random = (count: number): Uint8Array => new Uint8Array(count).fill(1);
    jobs = createJobs({
      store: createJobStore(db),
      bus: createBus({ clock, log: silentLog }),
      clock,
      random,
      log: silentLog,
    });
  };
  const leave = async (speech: Speech, wanted: Partial<WantedTexts> = {}): Promise<void> => {
    const all = { ...ALL, ...wanted };
    messages.set(1, { wanted: all, texts: firstTexts(all, speech) });
    await jobs.add(MESSAGE_TEXTS_JOB, { messageId: 1 });
  };
  const states = () => {
    const message = messages.get(1);
    return message === undefined ? [] : statesOf(message.texts);
  };
  const passing = (check: () => void): Promise<void> =>
    vi.waitFor(async () => {
      await clock.advance(5_000);
      check();
    }, WAIT);

  beforeEach(async () => {
    clock = createFakeClock();
    messages = new Map();
    saved = [];
    db = await openFreshStore(storage);
    await open();
  });
  afterEach(async () => {
    await jobs.stop();
    await db.destroy();
    storage.remove();
  });

  it("SPEECH-30 a text that the box wants is pending at first, and is then made from the transcription", async () => {
    const { speech } = createEngines();
    await leave(speech);
    expect(states()).toEqual(["pending", "pending", "pending", "pending"]);
    makeMessageTexts({ jobs, speech, voicemail });
    await expect.poll(states).toEqual(["done", "done", "done", "done"]);
    expect(messages.get(1)?.texts).toEqual({
      transcription: { state: "done", text: SAID },
      summary: { state: "done", text: "call the clinic" },
      category: { state: "done", text: "medical" },
      translation: { state: "done", text: "llame a la clínica" },
    });
    expect(saved[0]).toBe("transcription");
  });

  it("SPEECH-31 a text that the box does not want is off; without the transcript, all of them are", async () => {
    const { speech } = createEngines();
    const first = (wanted: Partial<WantedTexts>) => statesOf(firstTexts({ ...ALL, ...wanted }, speech));
    expect(first({ transcript: false })).toEqual(["off", "off", "off", "off"]);
    expect(first({ summarize: false, translate: false })).toEqual(["pending", "off", "pending", "off"]);
    expect(first({ categorize: false })).toEqual(["pending", "pending", "off", "pending"]);
    expect(first({ translationLanguage: "en-CA" })[3]).toBe("off");
  });

  it("SPEECH-32 without an engine, or one for the language, a text is unavailable and the others are not affected", async () => {
    const { speech } = createEngines();
    const first = (engines: Partial<Speech>, wanted: Partial<WantedTexts> = {}) =>
      statesOf(firstTexts({ ...ALL, ...wanted }, { ...speech, ...engines }));
    const none = ["unavailable", "unavailable", "unavailable", "unavailable"];
    expect(first({ speechToText: undefined })).toEqual(none);
    expect(first({}, { language: "fr-CA" })).toEqual(none);
    expect(first({ textAnalysis: undefined })).toEqual(["pending", "unavailable", "unavailable", "pending"]);
    expect(first({ translation: undefined })[3]).toBe("unavailable");
    expect(first({}, { translationLanguage: "de" })[3]).toBe("unavailable");
    // The engine existed when the message arrived, but does not now.
    await leave(speech);
    makeMessageTexts({ jobs, speech: { ...speech, translation: undefined }, voicemail });
    await expect.poll(states).toEqual(["done", "done", "done", "unavailable"]);
  });

  it("SPEECH-33 a failed engine is tried again later; finished texts are not made again", async () => {
    const { speech, calls, failures } = createEngines();
    failures.push({ of: "hear", error: new Error("busy") }, { of: "translation", error: new Error("away") });
    await leave(speech);
    makeMessageTexts({ jobs, speech, voicemail });
    await passing(() => expect(states()).toEqual(["done", "done", "done", "done"]));
    expect(calls.toSorted()).toEqual(["category", "hear", "hear", "summary", "translation", "translation"]);
  });

  it("SPEECH-33 a crash between two texts loses no stored text", async () => {
    const { speech, calls } = createEngines();
    await leave(speech);
    await voicemail.save(1, { transcription: { state: "done", text: SAID } }); // as left by a process that then died
    makeMessageTexts({ jobs, speech, voicemail });
    await expect.poll(states).toEqual(["done", "done", "done", "done"]);
    expect(calls.toSorted()).toEqual(["category", "summary", "translation"]);
  });

  it("SPEECH-34 a text that cannot be made, now or ever, is failed and no longer pending", async () => {
    const { speech, failures } = createEngines();
    failures.push({ of: "hear", error: new SpeechRefusal("sound", "no sound in it") });
    await leave(speech);
    makeMessageTexts({ jobs, speech, voicemail });
    await expect.poll(states).toEqual(["failed", "failed", "failed", "failed"]);
    failures.push({ of: "summary", error: new SpeechRefusal("text", "too long") });
    for (let tries = 0; tries < 5; tries += 1) failures.push({ of: "translation", error: new Error("away") });
    await leave(speech);
    await passing(() => expect(states()).toEqual(["done", "failed", "done", "failed"]));
  });

  it("SPEECH-35 a removed message is ignored; a message without speech has empty texts", async () => {
    const { speech, calls } = createEngines();
    await jobs.add(MESSAGE_TEXTS_JOB, { messageId: 9 });
    const silent = { ...speech.speechToText, engine: "ears", understands: () => true, transcribe: async () => " " };
    await leave(speech);
    makeMessageTexts({ jobs, speech: { ...speech, speechToText: silent }, voicemail });
    await expect.poll(states).toEqual(["done", "done", "done", "done"]);
    expect(messages.get(1)?.texts.category).toEqual({ state: "done", text: "misc" });
    expect([calls, messages.has(9)]).toEqual([[], false]);
    await expect.poll(() => db.selectFrom("jobs").selectAll().execute()).toEqual([]);
  });
});
