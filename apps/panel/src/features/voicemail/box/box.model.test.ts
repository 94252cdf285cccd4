import type { VoicemailBox } from "@callpanel/contract";
import { expect, it } from "vitest";
import { changeOf, faultsOf, formOf, uploadFault } from "./box.model.ts";

const BOX: VoicemailBox = {
  id: 1,
  mailbox: "101",
  language: "en",
  has_password: true,
  email: "alice@example.com",
  pagerdest: "",
  translation_language: "",
  attach: "yes",
  deletevm: "no",
  playcid: "yes",
  envelope: "yes",
  transcript: "no",
  summarize: "no",
  categorize: "no",
  translate: "no",
  skip_instruct: "no",
  messages: 3,
  max_messages: 100,
  engines: { transcript: true, summarize: true, categorize: true, translate: false, speak: true },
  translation_languages: [],
  may_write: true,
};
const RULES = {
  min_length: 4,
  max_length: 10,
  no_sequence: true,
  no_repetition: true,
  no_extension: true,
  extension: "101",
};

it("VMU-30 PIN, address and pager are checked; empty ones are right", () => {
  const form = formOf(BOX);
  expect(faultsOf(form, RULES)).toEqual({});
  expect(faultsOf({ ...form, password: "1234", email: "alice", pagerdest: "?" }, RULES)).toEqual({
    password: "vmail.pin.sequence",
    email: "contacts.field.email",
    pagerdest: "vmail.pager",
  });
  expect(faultsOf({ ...form, pagerdest: "+1 514 555 0142" }, RULES)).toEqual({});
});

it("VMU-31 only changes are sent", () => {
  const form = formOf(BOX);
  expect(changeOf({ ...form, email: " alice@example.com " }, BOX)).toEqual({});
  const flags = { ...form.flags, transcript: true };
  expect(changeOf({ ...form, password: "7391", flags }, BOX)).toEqual({ password: "7391", transcript: "yes" });
});

it("VMU-33 a greeting's file is a WAV of 2 MB at most", () => {
  const file = { name: "hello.wav", type: "audio/wav", size: 2 * 1024 * 1024 };
  expect(uploadFault(file)).toBeUndefined();
  expect(uploadFault({ ...file, size: file.size + 1 })).toBe("vmail.greeting.tooLarge");
  expect(uploadFault({ ...file, name: "hello.mp3", type: "audio/mpeg" })).toBe("vmail.greeting.unreadable");
});
