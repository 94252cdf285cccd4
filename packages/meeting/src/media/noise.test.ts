import { expect, it } from "vitest";
import { fakeStream, realOf } from "../../test/fake-connection.ts";
import type { NoiseFilter, NoiseWiring } from "../ports/noise.port.ts";
import { createCapture } from "./capture.ts";
import type { ChosenDevices } from "./capture.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const track = () => Object.assign(new EventTarget(), { kind: "audio", enabled: true, stop: () => undefined });
const streamOf = (one: object) => realOf<MediaStream>({ getTracks: () => [one], getAudioTracks: () => [one] });

/** A filter that says when it is ready or fails, and which microphones it still holds. */
function createFilter(supported = true) {
  const running = new Map<MediaStream, NoiseWiring>();
  let last: NoiseWiring | undefined;
  const filter: NoiseFilter = {
    supported,
    clean(microphone, wiring) {
      running.set(microphone, wiring);
      last = wiring;
      return () => void running.delete(microphone);
    },
  };
  return { filter, running, last: () => last };
}

function setUp({ noise = true, supported = true } = {}) {
  const { filter, running, last } = createFilter(supported);
  const microphones: ReturnType<typeof track>[] = [];
  const kept: ChosenDevices[] = [];
  const devices = {
    getUserMedia: async () => {
      const made = track();
      microphones.push(made);
      return streamOf(made);
    },
    enumerateDevices: async () => [],
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  const capture = createCapture({
    devices: realOf<MediaDevices>(devices),
    noise: filter,
    chosen: { microphone: "", camera: "", speaker: "", blur: false, noise },
    onChosen: (now) => kept.push(now),
    createStream: ([one]) => (one === undefined ? fakeStream([]) : streamOf(one)),
  });
  const sent = () => capture.get().voice?.getAudioTracks()[0];
  return { capture, running, last, microphones, kept, sent };
}

it("NOISE-7 the microphone is sent until clean sound comes, and again before the filter is stopped", async () => {
  const { capture, running, last, microphones, kept, sent } = setUp();
  expect(capture.get().noise).toBe("ready");
  await capture.turn("microphone", true);
  expect([capture.get().noise, sent() === realOf(microphones[0])]).toEqual(["starting", true]);
  const clean = track();
  await last()?.send(streamOf(clean));
  last()?.tell("working");
  expect([capture.get().noise, sent() === realOf(clean)]).toEqual(["working", true]);
  expect(capture.get().sound?.getAudioTracks()[0], "the level is that of the microphone").toBe(microphones[0]);

  const stopped: boolean[] = [];
  const stop = capture.subscribe(() => stopped.push(running.size === 0));
  capture.reduceNoise(false);
  stop();
  expect([capture.get().noise, sent() === realOf(microphones[0]), running.size]).toEqual(["off", true, 0]);
  expect(stopped, "not silent in between").toEqual([false]);
  await last()?.send(streamOf(clean));
  expect(sent() === realOf(microphones[0]), "what comes late is dropped").toBe(true);
  expect(kept.map((one) => one.noise)).toEqual([false]);
  capture.reduceNoise(true);
  expect([capture.get().noise, running.size]).toEqual(["starting", 1]);
  capture.close();
  expect([capture.get().voice, running.size]).toEqual([null, 0]);
});

it("NOISE-7 a muted user sends silence: also while the filter starts, and with another microphone", async () => {
  const { capture, running, last, microphones, sent } = setUp();
  await capture.turn("microphone", true);
  await capture.turn("microphone", false);
  const clean = track();
  await last()?.send(streamOf(clean));
  expect([sent() === realOf(clean), clean.enabled, microphones[0]?.enabled]).toEqual([true, false, false]);
  await capture.turn("microphone", true);
  expect([clean.enabled, microphones[0]?.enabled]).toEqual([true, true]);
  await capture.turn("microphone", false);
  expect([clean.enabled, microphones[0]?.enabled]).toEqual([false, false]);

  const heard: boolean[] = [];
  const stop = capture.subscribe(() => heard.push(sent()?.enabled === true));
  await capture.choose("microphone", "m2");
  await settle();
  stop();
  expect([heard.includes(true), microphones.length, capture.get().microphone.on]).toEqual([false, 2, false]);
  expect([running.size, sent() === realOf(microphones[1])]).toEqual([1, true]);
  const other = track();
  await last()?.send(streamOf(other));
  expect([sent() === realOf(other), other.enabled]).toEqual([true, false]);
  await capture.turn("microphone", true);
  expect(other.enabled).toBe(true);
});

it("VCLIENT-13 a user who mutes while another microphone is being opened stays muted", async () => {
  const { capture, microphones, sent } = setUp({ noise: false });
  await capture.turn("microphone", true);
  const chosen = capture.choose("microphone", "m2");
  await capture.turn("microphone", false);
  await chosen;
  expect([microphones.length, sent()?.enabled, capture.get().microphone.on]).toEqual([2, false, false]);
});

it("NOISE-7 a filter that fails leaves the microphone, and is tried again when it is turned on again", async () => {
  const { capture, last, microphones, running, sent } = setUp();
  await capture.turn("microphone", true);
  const microphone = capture.get().voice;
  await last()?.send(streamOf(track()));
  if (microphone !== null) await last()?.send(microphone);
  last()?.tell("slow");
  expect([capture.get().noise, sent() === realOf(microphones[0])]).toEqual(["slow", true]);
  capture.reduceNoise(false);
  capture.reduceNoise(true);
  expect([capture.get().noise, running.size]).toEqual(["starting", 1]);
});

it("NOISE-7 a browser without the features that the filter needs sends the microphone", async () => {
  const { capture, microphones, running, sent } = setUp({ supported: false });
  await capture.turn("microphone", true);
  expect([capture.get().noise, sent() === realOf(microphones[0]), running.size]).toEqual(["unsupported", true, 0]);
});
