import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createBench } from "../test/bench.ts";
import { FakeStream } from "../test/fake-stream.ts";
import type { NoiseFilter, NoiseWiring } from "./ports/noise.port.ts";

/** A filter whose clean sound comes when the test says so. */
function createFakeFilter(supported = true) {
  const begun: { readonly microphone: MediaStream; readonly wiring: NoiseWiring; isStopped: boolean }[] = [];
  const filter: NoiseFilter = {
    supported,
    clean: (microphone, wiring) => {
      const one = { microphone, wiring, isStopped: false };
      begun.push(one);
      return () => {
        one.isStopped = true;
      };
    },
  };
  const newest = () => {
    const one = begun.at(-1);
    if (!one) throw new Error("nothing is cleaned");
    return one;
  };
  return {
    filter,
    begun,
    /** Clean sound comes. */
    works: async () => {
      const { wiring } = newest();
      await wiring.send(new FakeStream("clean"));
      wiring.tell("working");
      await settle();
    },
    /** The microphone itself was sent again before, as the filter does it. */
    fails: async (fault: "blocked" | "slow") => {
      newest().wiring.tell(fault);
      await settle();
    },
    running: () => begun.filter(({ isStopped }) => !isStopped).length,
  };
}

function createNoisyBench(supported = true) {
  const fake = createFakeFilter(supported);
  const bench = createBench({}, { noise: fake.filter });
  bench.register();
  return { ...bench, ...fake, noise: () => bench.phone.getSnapshot().noise };
}

test("NOISE-1 off at first; the choice is kept in this browser, and is followed in a call that goes on", async () => {
  const { phone, storage, talk, works, begun, running, microphones, noise } = createNoisyBench();
  const { far } = await talk("102");
  expect([noise(), begun.length]).toEqual(["off", 0]);
  phone.setNoiseReduction("on");
  expect([noise(), storage.map.get("webphone.alice.noise")]).toEqual(["starting", "on"]);
  expect([begun[0]?.microphone, far.asked]).toEqual([microphones.streams[0], []]);
  await works();
  expect([noise(), far.asked]).toEqual(["working", ["replaceMicrophone"]]);
  phone.setNoiseReduction("off");
  expect(running(), "the clean sound ends after the microphone itself is sent").toBe(1);
  await settle();
  expect([noise(), running(), far.asked]).toEqual(["off", 0, ["replaceMicrophone", "replaceMicrophone"]]);
  expect(microphones.streams[0]?.active).toBe(true);
});

test("NOISE-1 a stored choice holds for the next call, and the filter ends with it", async () => {
  const { phone, talk, begun, running, noise, microphones } = createNoisyBench();
  phone.setNoiseReduction("on");
  expect([noise(), begun.length]).toEqual(["ready", 0]);
  const { id } = await talk("102");
  expect(running()).toBe(1);
  phone.hangUp(id);
  await settle();
  expect([noise(), running(), microphones.streams[0]?.active]).toEqual(["ready", 0, false]);
});

test("NOISE-2 only calls that are heard are cleaned: a held one sends its microphone again, and is cleaned after it", async () => {
  const { phone, talk, running, begun, works } = createNoisyBench();
  phone.setNoiseReduction("on");
  const { id, far } = await talk("102");
  await works();
  await phone.setHold(id, "hold");
  await settle();
  expect([running(), far.asked.filter((one) => one === "replaceMicrophone").length]).toEqual([0, 2]);
  await phone.setHold(id, "unhold");
  expect([running(), begun.length]).toEqual([1, 2]);
  phone.setMute(id, "mute");
  expect(running()).toBe(1);
});

test("NOISE-3 another microphone, chosen or in place of one that vanished, is cleaned in place of the former", async () => {
  const { phone, talk, microphones, begun, running, works } = createNoisyBench();
  phone.setNoiseReduction("on");
  await settle();
  await talk("102");
  await works();
  await phone.chooseDevice("input", "headset");
  await settle();
  expect([begun.map(({ isStopped }) => isStopped), begun[1]?.microphone]).toEqual([
    [true, false],
    microphones.streams[1],
  ]);
  microphones.inputs = [];
  microphones.streams[1]?.track.stop();
  await microphones.changes();
  expect([running(), begun[2]?.microphone]).toEqual([1, microphones.streams[2]]);
});

test("NOISE-3 clean sound of a former microphone that comes late is not sent", async () => {
  const { phone, talk, begun } = createNoisyBench();
  phone.setNoiseReduction("on");
  await settle();
  const { far } = await talk("102");
  await phone.chooseDevice("input", "headset");
  await settle();
  const asked = far.asked.length;
  await begun[0]?.wiring.send(new FakeStream("clean"));
  begun[0]?.wiring.tell("working");
  expect([far.asked.length, phone.getSnapshot().noise]).toEqual([asked, "starting"]);
});

test("NOISE-4 a computer that is too slow is reported once, and not tried again before the filter is switched on again", async () => {
  const { phone, talk, events, fails, works, begun, noise } = createNoisyBench();
  phone.setNoiseReduction("on");
  const { id } = await talk("102");
  await works();
  await fails("slow");
  expect([noise(), events.at(-1)]).toEqual(["slow", { kind: "failure", code: "sipua.error.noiseSlow", details: {} }]);
  expect(phone.getSnapshot().calls[0]?.visual).toBe("on-call");
  phone.hangUp(id);
  await talk("103");
  expect([noise(), begun.length]).toEqual(["slow", 1]);
  phone.setNoiseReduction("on");
  expect([noise(), begun.length]).toEqual(["starting", 2]);
});

test("NOISE-4 a blocked filter is tried again with the next call, and reported once", async () => {
  const { phone, talk, events, fails, works, begun, noise } = createNoisyBench();
  phone.setNoiseReduction("on");
  const { id } = await talk("102");
  await fails("blocked");
  expect([noise(), begun.length]).toEqual(["blocked", 1]);
  phone.hangUp(id);
  await settle();
  await talk("103");
  await fails("blocked");
  expect(events.filter((event) => event.kind === "failure")).toHaveLength(1);
  phone.hangUp(phone.getSnapshot().calls[0]?.id ?? "");
  await settle();
  await talk("104");
  await works();
  expect([noise(), begun.length]).toEqual(["working", 3]);
});

test("NOISE-6 where the browser cannot, nothing is tried", async () => {
  const { phone, talk, begun, noise } = createNoisyBench(false);
  phone.setNoiseReduction("on");
  await talk("102");
  expect([noise(), begun.length]).toEqual(["unsupported", 0]);
});
