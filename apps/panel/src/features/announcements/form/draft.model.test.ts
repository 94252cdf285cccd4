import type { Announcement } from "@callpanel/contract";
import { expect, it } from "vitest";
import { changeOf, draftOf, faultsOf, fileOf, uploadFault } from "./draft.model.ts";
import type { Draft } from "./draft.model.ts";

const HOLIDAYS: Announcement = {
  id: 1,
  number: "750",
  name: "Holidays",
  pin: "1234",
  lang: "en",
  post_dest: "",
  formatted_post_dest: "",
  text_to_speech: "",
  text_type: "text",
  ttsLanguage: "en-US",
  voice_type: "",
  voice_category: "standard",
  pitch: 0,
  speed: 1,
  volume_gain_db: 0,
  duration: 4,
  may_write: true,
};
const spokenAs = (text_to_speech: string) => ({ spoken: { ...draftOf(null, "en-US").spoken, text_to_speech } });
const faults = (change: Partial<Draft>, isNew = true) =>
  Object.fromEntries(
    faultsOf({ ...draftOf(null, "en-US"), number: "750", name: "A", pin: "1", ...spokenAs("Hello"), ...change }, isNew),
  );

it("ANN-13 name and PIN are required, PIN and numbers are digits, the chosen kind needs a text or a file", () => {
  expect(faults({})).toEqual({});
  expect(faults({ name: "  ", pin: "" })).toEqual({ name: "required", pin: "required" });
  expect(faults({ pin: "12a4", post_dest: "+1" })).toEqual({ pin: "digits", post_dest: "digits" });
  expect(faults({ number: "" })).toEqual({ number: "required" });
  expect(faults({ number: "7" })).toEqual({ number: "numberLength" });
  expect(faults({ number: "" }, false)).toEqual({});
  expect(faults(spokenAs(" \n"))).toEqual({ sound: "required" });
  expect(faults({ way: "keep", ...spokenAs("") })).toEqual({});
  expect(faults({ way: "record", file: null })).toEqual({ sound: "required" });
  expect(faults({ way: "upload", file: new File(["x"], "a.ogg") })).toEqual({ sound: "kind" });
});

it("ANN-13 an upload is WAV or MP3 of 10 MB at most", () => {
  const most = 10 * 1024 * 1024;
  expect(["a.wav", "a.MP3", "a.wav.exe"].map((name) => uploadFault({ name, size: most }))).toEqual([
    undefined,
    undefined,
    "kind",
  ]);
  expect(uploadFault({ name: "a.wav", size: most + 1 })).toBe("tooLarge");
});

it("ANN-14 an uploaded sound stays unless another is chosen; a text is sent only for speech, a file only if one was chosen", () => {
  const kept = draftOf(HOLIDAYS, "en-US");
  expect(kept.way).toBe("keep");
  expect(changeOf({ ...kept, name: " New year " })).toEqual({
    name: "New year",
    pin: "1234",
    lang: "en",
    post_dest: "",
  });
  expect(draftOf({ ...HOLIDAYS, text_to_speech: "Closed" }, "en-US").way).toBe("text");
  expect(changeOf({ ...kept, way: "text", ...spokenAs("Closed") })).toMatchObject({
    text_to_speech: "Closed",
    speed: 1,
  });
  const file = new File(["x"], "a.wav");
  expect(fileOf({ ...kept, file })).toBeNull();
  expect(fileOf({ ...kept, way: "upload", file })).toBe(file);
  expect(draftOf(null, "fr-CA")).toMatchObject({ lang: "fr", spoken: { ttsLanguage: "fr-CA" } });
});
