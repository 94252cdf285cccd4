import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { beforeAll, expect, it } from "vitest";
import { catalogue } from "../../locales/fr-CA/index.ts";
import type { EventsMessage } from "../../shared/live/events.ts";
import { createNotices } from "../../shared/notices/notices.ts";
import { createWords } from "../../shared/words/words.ts";
import { EMERGENCY_NOTICE_MS, joinEmergencyNotices } from "./index.ts";
import type { EmergencyCall } from "./emergencyText.ts";

const CALL: EmergencyCall = {
  action: "EMERGENCY",
  realm: "demo",
  exten: "102",
  name: "Bob <b>Brandt</b>",
  number: "911",
  callbackNumber: "+14165550160",
  location: "100 Front St W, Toronto",
  reached: true,
  at: 5,
};

// The texts are a separate chunk, loaded with the first call.
const loaded = () => Promise.all([import("./emergencyText.ts"), import("../../shared/phone/phoneText.ts")]);
beforeAll(async () => void (await loaded()));

function open(words = createWords()) {
  const clock = createFakeClock();
  const notices = createNotices({ clock });
  const listeners = new Set<(message: EventsMessage) => void>();
  const stop = joinEmergencyNotices({
    events: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    notices,
    words: { get: () => words, subscribe: () => () => undefined },
    signedIn: { get: () => null, subscribe: () => () => undefined },
  });
  const hear = async (part: Partial<EmergencyCall> = {}) => {
    for (const listener of listeners) listener({ type: "event", event: { ...CALL, ...part } });
    await loaded();
    await settle();
  };
  return { clock, notices, stop, hear, told: () => notices.get().map(({ kind, text }) => `${kind}: ${text}`) };
}

it("EMERG-8 FORMAT-6 the notice shows who dialled which number, where help is sent to and the call-back number, for a minute", async () => {
  const { clock, hear, told, stop } = open();
  await hear();
  const said =
    "Emergency: Bob <b>Brandt</b> (102) dialed 911. Help is sent to: 100 Front St W, Toronto. Call-back number: (416) 555-0160.";
  expect(told()).toEqual([`error: ${said}`]);
  await clock.advance(EMERGENCY_NOTICE_MS - 1);
  expect(told()).toHaveLength(1);
  await clock.advance(1);
  expect(told()).toEqual([]);
  stop();
  await hear();
  expect(told()).toEqual([]);
});

it("EMERG-8 the notice says if the call has no line or no known location", async () => {
  const { hear, told, notices } = open();
  await hear({ reached: false, location: "", callbackNumber: "" });
  expect(told()).toEqual([
    "error: Emergency: Bob <b>Brandt</b> (102) dialed 911. The call was not connected: no outside line. No location is known.",
  ]);
  notices.close(notices.get()[0]?.id ?? "");
  expect(told()).toEqual([]);
});

it("EMERG-8 the notice is in the person's language", async () => {
  const { hear, told } = open(createWords("fr-CA", catalogue));
  await hear();
  expect(told()[0]).toContain("a composé le 911");
});
