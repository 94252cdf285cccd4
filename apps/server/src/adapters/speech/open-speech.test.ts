import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { speechCapabilities } from "../../modules/speech/index.ts";
import { openSpeech } from "./index.ts";

describe("available engines", () => {
  const deps = { textWorkerUrl: undefined, clock: createFakeClock(), log: silentLog };

  it("SPEECH-9 without programs and services there is no engine, and the server says so", async () => {
    const none = { programs: false, transcriptionService: undefined, translationService: undefined };
    const { speech, stop } = await openSpeech(none, deps);
    const absent = { textToSpeech: null, speechToText: null, textAnalysis: null, translation: null };
    expect(speechCapabilities(speech)).toEqual(absent);
    await stop();
  });

  it("SPEECH-9 a service replaces a program", async () => {
    const transcriptionService = { url: "https://speech.example/v1", key: undefined, model: "whisper-1" };
    const translationService = { url: "https://translate.example", key: undefined };
    const { speech } = await openSpeech({ programs: true, transcriptionService, translationService }, deps);
    expect(speechCapabilities(speech)).toMatchObject({ speechToText: "whisper-1", translation: "LibreTranslate" });
  });
});
