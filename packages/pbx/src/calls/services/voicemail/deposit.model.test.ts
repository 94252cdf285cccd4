import { expect, it } from "vitest";
import type { RecordedSound } from "@callpanel/media";
import type { Sound } from "../ivr/playlist.ts";
import { DEPOSIT_BEGIN, stepDeposit } from "./deposit.model.ts";
import type { DepositEffect, DepositEvent, DepositFacts, Greetings } from "./deposit.state.ts";

const DRAFT = { id: "d1", path: "/draft.opus" };
const FACTS: DepositFacts = {
  box: { mailbox: "101", skipInstruct: false },
  why: "unavailable",
  limits: { shortestMs: 2_000, longestMs: 60_000, silenceMs: 10_000 },
};
const WITH_OPERATOR: DepositFacts = { ...FACTS, box: { ...FACTS.box, operator: "100" } };

const greetings = (found: Greetings): DepositEvent => ({ kind: "told", told: { kind: "greetings", greetings: found } });
const press = (digit: "0" | "1" | "2" | "3" | "4" | "5" | "7" | "*" | "#"): DepositEvent => ({ kind: "digit", digit });
const sound = (durationMs: number): RecordedSound => ({ durationMs, bytes: 4_000, marks: [] });
const recorded = (durationMs: number, how: "silence" | "longest" | "stopped" | "failed" = "stopped"): DepositEvent => ({
  kind: "recorded",
  how,
  sound: sound(durationMs),
});
const SAID: DepositEvent = { kind: "said" };
const WAITED: DepositEvent = { kind: "waited" };
const GONE: DepositEvent = { kind: "gone" };
const FAILED: DepositEvent = { kind: "failed" };
const DONE: DepositEvent = { kind: "told", told: { kind: "done" } };
const FULL: DepositEvent = { kind: "told", told: { kind: "full" } };
const BEGUN: DepositEvent = { kind: "told", told: { kind: "begun", draft: DRAFT } };
/** The events up to the recording. */
const TO_RECORDING: readonly DepositEvent[] = [greetings({}), SAID, BEGUN, SAID];
const TO_REVIEW: readonly DepositEvent[] = [...TO_RECORDING, press("#"), recorded(8_000)];

/** The effects of the last event, as text. */
function after(facts: DepositFacts, ...events: readonly DepositEvent[]): readonly string[] {
  let { state, effects } = DEPOSIT_BEGIN;
  for (const event of events) ({ state, effects } = stepDeposit(facts, state, event));
  return effects.map(inWords);
}

function inWords(effect: DepositEffect): string {
  switch (effect.kind) {
    case "say":
      return `say ${effect.sounds.map(nameOf).join(" ")}`;
    case "ask":
    case "tell":
      return `${effect.kind} ${effect.ask.kind}${effect.ask.kind === "finish" && effect.ask.urgent ? " urgent" : ""}`;
    case "sendOn":
      return `sendOn ${effect.number}`;
    default:
      return effect.kind;
  }
}

function nameOf(one: Sound): string {
  if (one.kind === "spoken") return one.key;
  return one.kind === "file" ? one.path : "beep";
}

it("VMP-30 the temporary greeting is preferred to the one for the occasion, then the name, then the number", () => {
  const all: Greetings = { temp: "/temp", busy: "/busy", unavail: "/unavail", greet: "/name" };
  const said = (found: Greetings, why: DepositFacts["why"] = "unavailable") =>
    after({ ...FACTS, why }, greetings(found)).join();
  expect(said(all)).toBe("say /temp leave-message");
  expect(said({ busy: "/busy", unavail: "/unavail" })).toBe("say /unavail leave-message");
  expect(said({ busy: "/busy", unavail: "/unavail" }, "busy")).toBe("say /busy leave-message");
  expect(said({ greet: "/name", busy: "/busy" })).toBe("say /name is-unavailable leave-message");
  expect(said({}, "busy")).toBe("say at-extension number-1 number-0 number-1 is-busy leave-message");
});

it("VMP-30 without instructions where the box wants none, and with a prompt if the greetings cannot be read", () => {
  const brief = { ...FACTS, box: { ...FACTS.box, skipInstruct: true } };
  expect(after(brief, greetings({ temp: "/temp" }))).toEqual(["say /temp"]);
  expect(after(WITH_OPERATOR, greetings({ temp: "/temp" }))).toEqual(["say /temp leave-message for-operator"]);
  expect(after(FACTS, FAILED)).toEqual(["say at-extension number-1 number-0 number-1 is-unavailable leave-message"]);
});

it("VMP-31 after the greeting, or # in it, a draft is created, then the tone plays, then the message is recorded", () => {
  expect(after(FACTS, greetings({}), SAID)).toEqual(["hush", "ask begin"]);
  expect(after(FACTS, greetings({}), press("#"))).toEqual(["hush", "ask begin"]);
  expect(after(FACTS, greetings({}), press("5"))).toEqual([]);
  expect(after(FACTS, greetings({}), SAID, BEGUN)).toEqual(["say beep"]);
  expect(after(FACTS, ...TO_RECORDING)).toEqual(["record"]);
});

it("VMP-32 a full box and a full disk are said, then it hangs up", () => {
  expect(after(FACTS, greetings({}), SAID, FULL)).toEqual(["say mailbox-full goodbye"]);
  expect(after(FACTS, greetings({}), SAID, FAILED)).toEqual(["say cannot-record goodbye"]);
  expect(after(FACTS, greetings({}), SAID, FULL, SAID)).toEqual(["leave"]);
});

it("VMP-33 a message that ends by silence or length is sent, and is only confirmed after that", () => {
  expect(after(FACTS, ...TO_RECORDING, recorded(8_000, "silence"))).toEqual(["hush", "ask finish"]);
  expect(after(FACTS, ...TO_RECORDING, recorded(60_000, "longest"))).toEqual(["hush", "ask finish"]);
  expect(after(FACTS, ...TO_RECORDING, recorded(8_000, "silence"), DONE)).toEqual(["say message-sent goodbye"]);
  expect(after(FACTS, ...TO_RECORDING, recorded(8_000, "silence"), FAILED)).toEqual(["say cannot-record goodbye"]);
});

it("VMP-33 the part recorded before the disk was full is sent, and the caller hears both", () => {
  expect(after(FACTS, ...TO_RECORDING, recorded(8_000, "failed"))).toEqual(["hush", "ask finish"]);
  expect(after(FACTS, ...TO_RECORDING, recorded(8_000, "failed"), DONE)).toEqual(["say message-cut goodbye"]);
  expect(after(FACTS, ...TO_RECORDING, recorded(0, "failed"))).toEqual(["tell discard", "say cannot-record goodbye"]);
});

it("VMP-34 a too short message is discarded", () => {
  expect(after(FACTS, ...TO_RECORDING, recorded(1_999, "silence"))).toEqual(["tell discard", "say too-short goodbye"]);
  expect(after(FACTS, ...TO_RECORDING, GONE, recorded(1_999))).toEqual(["tell discard"]);
  expect(after(FACTS, ...TO_RECORDING, GONE, recorded(2_000))).toEqual(["tell finish"]);
});

it("VMP-35 # ends the message and plays the menu: 1 sends, 2 plays, 3 records again, 7 deletes", () => {
  expect(after(FACTS, ...TO_RECORDING, press("#"))).toEqual(["stopRecording"]);
  expect(after(FACTS, ...TO_RECORDING, press("#"), press("#"))).toEqual([]);
  expect(after(FACTS, ...TO_REVIEW)).toEqual(["say review-menu"]);
  expect(after(FACTS, ...TO_REVIEW, press("1"))).toEqual(["hush", "ask finish"]);
  expect(after(FACTS, ...TO_REVIEW, press("2"))).toEqual(["say /draft.opus review-menu"]);
  expect(after(FACTS, ...TO_REVIEW, press("3"))).toEqual(["hush", "tell discard", "ask begin"]);
  expect(after(FACTS, ...TO_REVIEW, press("7"))).toEqual(["tell discard", "say message-deleted goodbye"]);
  expect(after(FACTS, ...TO_REVIEW, press("5"))).toEqual(["say try-again review-menu"]);
});

it("VMP-35 a caller who presses nothing hears the menu three times, and the message is sent", () => {
  const pause = [SAID, WAITED];
  expect(after(FACTS, ...TO_REVIEW, SAID)).toEqual(["wait"]);
  expect(after(FACTS, ...TO_REVIEW, ...pause)).toEqual(["say review-menu"]);
  expect(after(FACTS, ...TO_REVIEW, ...pause, ...pause)).toEqual(["say review-menu"]);
  expect(after(FACTS, ...TO_REVIEW, ...pause, ...pause, ...pause)).toEqual(["hush", "ask finish"]);
});

it("VMP-36 a caller who hangs up has left what they said; an empty message is not left", () => {
  expect(after(FACTS, ...TO_RECORDING, GONE)).toEqual([]);
  expect(after(FACTS, ...TO_REVIEW, GONE)).toEqual(["tell finish"]);
  expect(after(FACTS, greetings({}), GONE)).toEqual([]);
  expect(after(FACTS, greetings({}), SAID, BEGUN, GONE)).toEqual(["tell discard"]);
  expect(after(FACTS, greetings({}), SAID, GONE, BEGUN)).toEqual(["tell discard"]);
});

it("VMP-37 0 goes to the operator if the box has one; the recording is sent first", () => {
  expect(after(WITH_OPERATOR, greetings({}), press("0"))).toEqual(["sendOn 100"]);
  expect(after(WITH_OPERATOR, ...TO_RECORDING, press("0"))).toEqual(["stopRecording"]);
  expect(after(WITH_OPERATOR, ...TO_RECORDING, press("0"), recorded(500))).toEqual(["tell discard", "sendOn 100"]);
  expect(after(WITH_OPERATOR, ...TO_RECORDING, press("0"), recorded(8_000))).toEqual(["hush", "ask finish"]);
  expect(after(WITH_OPERATOR, ...TO_RECORDING, press("0"), recorded(8_000), DONE)).toEqual(["sendOn 100"]);
  expect(after(WITH_OPERATOR, ...TO_REVIEW, press("0"), DONE)).toEqual(["sendOn 100"]);
});

it("VMP-37 without an operator 0 is refused, and the caller stays where they were", () => {
  expect(after(FACTS, greetings({}), press("0"))).toEqual(["say no-operator leave-message"]);
  expect(after(FACTS, greetings({}), press("0"), SAID)).toEqual(["hush", "ask begin"]);
  expect(after(FACTS, ...TO_RECORDING, press("0"))).toEqual([]);
  expect(after(FACTS, ...TO_REVIEW, press("0"))).toEqual(["say no-operator review-menu"]);
});

it("VMP-38 4 marks a message as urgent, 4 again removes the mark; it is sent with the mark, no matter who ends the call", () => {
  const marked = [...TO_REVIEW, press("4")];
  expect(after(FACTS, ...marked)).toEqual(["say marked-urgent review-menu"]);
  expect(after(FACTS, ...marked, press("1"))).toEqual(["hush", "ask finish urgent"]);
  expect(after(FACTS, ...marked, GONE)).toEqual(["tell finish urgent"]);
  expect(after(WITH_OPERATOR, ...marked, press("0"))).toEqual(["hush", "ask finish urgent"]);
  expect(after(FACTS, ...marked, press("4"))).toEqual(["say not-urgent review-menu"]);
  expect(after(FACTS, ...marked, press("4"), press("1"))).toEqual(["hush", "ask finish"]);
  const again = [press("3"), BEGUN, SAID, press("#"), recorded(8_000)] as const;
  expect(after(FACTS, ...marked, ...again, press("1"))).toEqual(["hush", "ask finish"]);
});

it("VMP-44 * during the greeting ends the message; later it is not a choice", () => {
  expect(after(FACTS, greetings({}), press("*"))).toEqual(["hush"]);
  expect(after(FACTS, greetings({}), press("*"), SAID)).toEqual([]);
  expect(after(FACTS, greetings({}), press("*"), GONE)).toEqual([]);
  expect(after(FACTS, ...TO_RECORDING, press("*"))).toEqual([]);
  expect(after(FACTS, ...TO_REVIEW, press("*"))).toEqual(["say try-again review-menu"]);
});
