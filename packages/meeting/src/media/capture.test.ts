import { expect, it } from "vitest";
import { realOf } from "../../test/fake-connection.ts";
import { createCapture } from "./capture.ts";
import type { ChosenDevices } from "./capture.ts";

/** A track as browsers make it: an EventTarget that can be stopped. */
class FakeTrack extends EventTarget {
  enabled = true;
  contentHint = "";
  stopped = false;
  /** Undefined: it cannot be blurred. */
  blurred: boolean | undefined;
  readonly kind: "audio" | "video";
  readonly wanted: unknown;
  constructor(kind: "audio" | "video", wanted: unknown) {
    super();
    this.kind = kind;
    this.wanted = wanted;
  }
  stop() {
    this.stopped = true;
  }
  getCapabilities() {
    return this.blurred === undefined ? {} : { backgroundBlur: [false, true] };
  }
  getSettings() {
    return this.blurred === undefined ? {} : { backgroundBlur: this.blurred };
  }
  async applyConstraints({ backgroundBlur }: { readonly backgroundBlur: boolean }) {
    this.blurred = backgroundBlur;
  }
}

interface Ask {
  readonly constraints: MediaStreamConstraints;
  readonly give: (error?: string) => FakeTrack;
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUp({ screens = true } = {}) {
  const asks: Ask[] = [];
  const chosen: ChosenDevices[] = [];
  const target = new EventTarget();
  const streamOf = (tracks: readonly unknown[]) => ({
    getTracks: () => tracks,
    getAudioTracks: () => tracks.filter((track) => track instanceof FakeTrack && track.kind === "audio"),
    getVideoTracks: () => tracks.filter((track) => track instanceof FakeTrack && track.kind === "video"),
  });
  const devices = {
    getUserMedia: (constraints: MediaStreamConstraints) =>
      new Promise((resolve, reject) => {
        asks.push({
          constraints,
          give(error) {
            const kind = constraints.audio === undefined ? "video" : "audio";
            const track = new FakeTrack(kind, constraints[kind]);
            if (error === undefined) resolve(streamOf([track]));
            else reject(new DOMException("no", error));
            return track;
          },
        });
      }),
    getDisplayMedia: async () => streamOf([new FakeTrack("video", null), new FakeTrack("audio", null)]),
    enumerateDevices: async () => [
      { kind: "videoinput", deviceId: "c1", label: "Front" },
      { kind: "videoinput", deviceId: "", label: "" },
      { kind: "audioinput", deviceId: "m1", label: "" },
    ],
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  if (!screens) Reflect.deleteProperty(devices, "getDisplayMedia");
  const capture = createCapture({
    devices: realOf<MediaDevices>(devices),
    noise: undefined,
    chosen: { microphone: "", camera: "c9", speaker: "", blur: false, noise: false },
    onChosen: (now) => chosen.push(now),
    createStream: (tracks) => realOf<MediaStream>(streamOf(tracks)),
  });
  const ask = (at = -1) => {
    const found = asks.at(at);
    if (found === undefined) throw new Error("nothing was asked for");
    return found;
  };
  return { capture, asks, ask, chosen, devices };
}

it("VCLIENT-10 a silent microphone stays open; a camera that is turned off is closed, so that its light goes out", async () => {
  const { capture, ask, asks } = setUp();
  void capture.turn("microphone", true);
  const microphone = ask().give();
  await settle();
  await capture.turn("microphone", false);
  expect([microphone.enabled, microphone.stopped, capture.get().microphone.on]).toEqual([false, false, false]);
  await capture.turn("microphone", true);
  expect([microphone.enabled, asks.length]).toEqual([true, 1]);
  void capture.turn("camera", true);
  const camera = ask().give();
  await settle();
  expect(capture.get().picture).not.toBeNull();
  await capture.turn("camera", false);
  expect([camera.stopped, capture.get().picture]).toEqual([true, null]);
});

it("VCLIENT-10 a device that is turned off while it is being opened stays off, and is closed when it is open", async () => {
  const { capture, ask } = setUp();
  void capture.turn("camera", true);
  const slow = ask();
  await capture.turn("camera", false);
  const late = slow.give();
  await settle();
  expect([late.stopped, capture.get().camera.on, capture.get().picture]).toEqual([true, false, null]);
});

it.each([
  ["NotAllowedError", "denied"],
  ["NotReadableError", "taken"],
  ["NotFoundError", "missing"],
  ["OddError", "failed"],
] as const)("VCLIENT-11 %s is %s", async (name, fault) => {
  const { capture, ask } = setUp();
  void capture.turn("camera", true);
  ask().give(name);
  await settle();
  expect(capture.get().camera).toMatchObject({ on: false, opening: false, fault });
});

it("VCLIENT-12 a device that is gone in mid-call is replaced by the system's choice, or is off with its reason", async () => {
  const { capture, ask, asks } = setUp();
  void capture.turn("camera", true);
  const first = ask().give();
  await settle();
  expect(JSON.stringify(first.wanted)).toContain("c9");
  first.dispatchEvent(new Event("ended"));
  expect(JSON.stringify(ask().constraints)).not.toContain("c9");
  const second = ask().give();
  await settle();
  expect(capture.get().camera.on).toBe(true);
  second.dispatchEvent(new Event("ended"));
  ask().give("NotFoundError");
  await settle();
  expect([asks.length, capture.get().camera.fault]).toEqual([3, "missing"]);
});

it("VCLIENT-11 VCLIENT-12 permission that is revoked during a call turns the device off with a message, and the other device stays; when it is granted again, the device is back", async () => {
  const { capture, ask } = setUp();
  void capture.turn("microphone", true);
  ask().give();
  await settle();
  void capture.turn("camera", true);
  const camera = ask().give();
  await settle();
  camera.dispatchEvent(new Event("ended"));
  ask().give("NotAllowedError");
  await settle();
  expect(capture.get().camera).toMatchObject({ on: false, opening: false, fault: "denied" });
  expect([capture.get().picture, capture.get().microphone.on]).toEqual([null, true]);
  void capture.turn("camera", true);
  ask().give();
  await settle();
  expect(capture.get().camera).toMatchObject({ on: true, fault: null });
});

it("VCLIENT-13 another camera: the old one is closed before the new one opens, and the choice is kept", async () => {
  const { capture, ask, chosen } = setUp();
  void capture.turn("camera", true);
  const first = ask().give();
  await settle();
  void capture.choose("camera", "c1");
  expect(first.stopped).toBe(true);
  ask().give();
  await settle();
  expect(capture.get().cameras).toEqual([{ id: "c1", label: "Front" }]);
  expect(chosen).toEqual([{ microphone: "", camera: "c1", speaker: "", blur: false, noise: false }]);
});

it("VCLIENT-13 another microphone while muted stays muted", async () => {
  const { capture, ask } = setUp();
  void capture.turn("microphone", true);
  ask().give();
  await settle();
  await capture.turn("microphone", false);
  void capture.choose("microphone", "m1");
  const next = ask().give();
  await settle();
  expect([next.enabled, capture.get().microphone.on]).toEqual([false, false]);
});

it("VCLIENT-13 a screen is sharp rather than smooth, and ends where the browser ends it", async () => {
  const { capture } = setUp();
  expect(await capture.shareScreen()).toBe("shared");
  const [picture] = capture.get().screen?.getVideoTracks() ?? [];
  expect(picture?.contentHint).toBe("detail");
  picture?.dispatchEvent(new Event("ended"));
  expect(capture.get().screen).toBeNull();
});

it.each([
  ["cancelled", new DOMException("Permission denied by user", "NotAllowedError")],
  ["cancelled", new DOMException("Permission denied", "NotAllowedError")],
  ["denied", new DOMException("Permission denied by system", "NotAllowedError")],
  ["denied", new DOMException("The object can not be found here.", "NotFoundError")],
  ["failed", new DOMException("Could not start video source", "NotReadableError")],
] as const)("VCLIENT-13 a screen is %s: %s", async (outcome, error) => {
  const { capture, devices } = setUp();
  devices.getDisplayMedia = () => Promise.reject(error);
  expect(await capture.shareScreen()).toBe(outcome);
  expect(capture.get().screen).toBeNull();
});

it("VCLIENT-13 a browser without screens says so", async () => {
  const { capture } = setUp({ screens: false });
  expect([capture.sharesScreens, await capture.shareScreen()]).toEqual([false, "unsupported"]);
  expect(setUp().capture.sharesScreens).toBe(true);
});

it("VCLIENT-16 the background is blurred where the camera can do it, also when it is turned on again, before anything is sent", async () => {
  const { capture, ask, chosen } = setUp();
  const turned = capture.turn("camera", true);
  const plain = ask().give();
  await turned;
  expect(capture.get().blur).toBe(null);
  await capture.blurBackground(true);
  expect([plain.blurred, capture.get().blur, chosen.at(-1)?.blur]).toEqual([undefined, null, true]);

  await capture.turn("camera", false);
  const again = capture.turn("camera", true);
  const blurs = ask().give();
  blurs.blurred = false;
  const sent: unknown[] = [];
  const stop = capture.subscribe(() => {
    if (capture.get().picture !== null) sent.push(blurs.blurred);
  });
  await again;
  stop();
  expect([...new Set(sent)], "no picture before it is blurred").toEqual([true]);
  expect(capture.get().blur).toBe(true);

  blurs.blurred = false;
  blurs.dispatchEvent(new Event("configurationchange"));
  expect(capture.get().blur, "the system's own switch").toBe(false);
  await capture.blurBackground(true);
  await capture.blurBackground(false);
  expect([blurs.blurred, capture.get().blur, chosen.at(-1)?.blur]).toEqual([false, false, false]);
});
