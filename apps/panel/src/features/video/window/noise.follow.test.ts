import { createCapture } from "@callpanel/meeting";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { expect, it } from "vitest";
import type { SlotOf } from "../../../shared/phone/softphone.ts";
import { createStore } from "../../../shared/store.ts";
import { followNoise } from "./noise.follow.ts";
import type { NoisePhone } from "./noise.follow.ts";

interface Before {
  readonly phone?: "off" | "ready" | "unsupported";
  readonly meeting?: boolean;
  readonly slot?: "ready" | "loading" | "absent";
  /** In place of the phone's own. */
  readonly set?: NoisePhone["phone"]["setNoiseReduction"];
}

function setUp({ phone: noise = "off", meeting = false, slot: kind = "ready", set }: Before = {}) {
  const phone = createFakeWebphone();
  phone.far.shows({ noise });
  const capture = createCapture({
    devices: undefined,
    noise: { supported: true, clean: () => () => undefined },
    chosen: { microphone: "", camera: "", speaker: "", blur: false, noise: meeting },
    onChosen: () => undefined,
    createStream: () => {
      throw new Error("no device is opened");
    },
  });
  const ready: SlotOf<NoisePhone> = {
    kind: "ready",
    softphone: { phone: { ...phone, ...(set && { setNoiseReduction: set }) } },
  };
  const softphone = createStore<SlotOf<NoisePhone>, SlotOf<NoisePhone>>(
    kind === "ready" ? ready : { kind },
    (_, next) => next,
  );
  const stop = followNoise({ softphone, capture });
  return { phone, capture, stop, loads: () => softphone.dispatch(ready), noise: () => capture.get().noise };
}

it("NOISE-8 a meeting begins with the phone's choice, as soon as the phone is known", () => {
  expect(setUp({ phone: "ready", meeting: false }).noise()).toBe("ready");
  const late = setUp({ phone: "off", meeting: true, slot: "loading" });
  expect(late.noise()).toBe("ready");
  late.loads();
  expect([late.noise(), late.phone.asked]).toEqual(["off", []]);
});

it("NOISE-8 a change at one switch changes the other, once, until the meeting is over", () => {
  const { phone, capture, noise, stop } = setUp();
  phone.setNoiseReduction("on");
  expect(noise()).toBe("ready");
  capture.reduceNoise(false);
  expect([phone.getSnapshot().noise, noise()]).toEqual(["off", "off"]);
  capture.reduceNoise(true);
  expect(phone.asked).toEqual(["setNoiseReduction on", "setNoiseReduction off", "setNoiseReduction on"]);
  stop();
  phone.setNoiseReduction("off");
  expect(noise()).toBe("ready");
  capture.reduceNoise(false);
  capture.reduceNoise(true);
  expect(phone.getSnapshot().noise).toBe("off");
});

it("NOISE-8 the phone of another tab that has sent nothing yet changes nothing", () => {
  const { phone, noise } = setUp({ phone: "ready" });
  // As after the tab with the phone was closed.
  phone.far.shows({ state: "connecting", noise: "off" });
  expect(noise()).toBe("ready");
  phone.far.shows({ state: "registered", noise: "ready" });
  expect([noise(), phone.asked]).toEqual(["ready", []]);
});

it("NOISE-8 the phone of another tab that still has the old choice does not undo the new one", () => {
  const asked: string[] = [];
  const { phone, capture, noise } = setUp({ phone: "ready", set: (wanted) => void asked.push(wanted) });
  capture.reduceNoise(false);
  phone.far.shows({ missedCount: 1 });
  expect([noise(), asked]).toEqual(["off", ["off"]]);
  phone.far.shows({ noise: "off" });
  phone.far.shows({ noise: "ready" });
  expect([noise(), asked], "its own later change is followed").toEqual(["ready", ["off"]]);
});

it("NOISE-8 a filter that works or fails in a call does not change the choice", () => {
  const { phone, noise } = setUp({ phone: "ready" });
  for (const state of ["starting", "working", "slow", "blocked"] as const) phone.far.shows({ noise: state });
  expect([noise(), phone.asked]).toEqual(["ready", []]);
});

it("NOISE-8 a person without a phone has the meeting's own choice", () => {
  const { capture, noise } = setUp({ meeting: true, slot: "absent" });
  expect(noise()).toBe("ready");
  capture.reduceNoise(false);
  expect(noise()).toBe("off");
  expect(setUp({ meeting: true, phone: "unsupported" }).noise()).toBe("ready");
});
