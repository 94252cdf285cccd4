import { describe, expect, test } from "vitest";
import { settle } from "@callpanel/testkit/fake-clock";
import { FakeStream } from "../../test/fake-stream.ts";
import { last, REMOTE_BYE } from "../../test/fake-network.ts";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";

const registered = (): Bench => {
  const bench = createBench();
  bench.register();
  return bench;
};
const idOf = ({ phone }: Bench): string => phone.getSnapshot().calls[0]?.id ?? "";

describe("the microphone", () => {
  test("PHONE-30 it is opened on accepting, not on ringing, and closed at the end", async () => {
    const bench = registered();
    const far = bench.network.rings("103");
    await settle();
    expect(bench.microphones.opened).toEqual([]);
    void bench.phone.answer(idOf(bench));
    await settle();
    expect(bench.microphones.streams[0]?.active).toBe(true);
    far.says({ kind: "accepted" });
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect(bench.microphones.streams[0]?.active).toBe(false);
  });

  test.each([
    ["not-found", "sipua.error.micNotFound"],
    ["denied", "sipua.error.micDenied"],
    ["failed", "sipua.error.media"],
  ] as const)(
    "PHONE-31 a microphone %s refuses with %s, holds no call and lets the call ring on",
    async (fault, code) => {
      const bench = registered();
      const first = await bench.talk("102");
      bench.microphones.fault = fault;
      expect(await bench.phone.call("103")).toMatchObject({ ok: false, code });
      bench.network.rings("104");
      expect(await bench.phone.answer(idOf(bench))).toMatchObject({ ok: false, code });
      expect(first.far.asked).toEqual([]);
      expect(bench.phone.getSnapshot().calls.map(({ visual }) => visual)).toEqual(["ringing", "on-call"]);
      expect(bench.phone.getSnapshot().status).toBe(3);
    },
  );

  test("PHONE-32 one that vanishes gives way to the default, and is used again when it is back", async () => {
    const bench = registered();
    await settle();
    await bench.phone.chooseDevice("input", "headset");
    const { far } = await bench.talk("102");
    const headset = bench.microphones.inputs;
    bench.microphones.inputs = [{ deviceId: "built-in", label: "Built-in" }];
    bench.microphones.streams[0]?.track.stop();
    await bench.microphones.changes();
    expect(bench.microphones.opened).toEqual(["headset", ""]);
    expect(bench.phone.getSnapshot().devices.chosen.input).toBe("headset");
    bench.microphones.inputs = headset;
    await bench.microphones.changes();
    await bench.microphones.changes();
    expect(bench.microphones.opened).toEqual(["headset", "", "headset"]);
    expect(far.asked).toEqual(["replaceMicrophone", "replaceMicrophone"]);
    expect(bench.microphones.streams.map(({ active }) => active)).toEqual([false, false, true]);
  });

  test("PHONE-32 when no microphone is left the call goes on and a message is shown", async () => {
    const bench = registered();
    await bench.talk("102");
    bench.microphones.streams[0]?.track.stop();
    bench.microphones.fault = "not-found";
    await bench.microphones.changes();
    expect(bench.events.at(-1)).toEqual({ kind: "failure", code: "sipua.error.micNotFound", details: {} });
    expect(bench.phone.getSnapshot().calls[0]?.visual).toBe("on-call");
  });

  test("PHONE-33 another one chosen during a call is used at once, and a choice that fails is not kept", async () => {
    const bench = registered();
    await settle();
    const { far } = await bench.talk("102");
    expect(await bench.phone.chooseDevice("input", "headset")).toEqual({ ok: true });
    expect(far.asked).toEqual(["replaceMicrophone"]);
    bench.microphones.fault = "denied";
    expect(await bench.phone.chooseDevice("input", "other")).toMatchObject({
      ok: false,
      code: "sipua.error.micDenied",
    });
    expect(bench.phone.getSnapshot().devices.chosen.input).toBe("headset");
  });
});

describe("outputs", () => {
  test("PHONE-33 chosen outputs are stored, and used while they are there", async () => {
    const bench = registered();
    await settle();
    await bench.phone.chooseDevice("output", "headset");
    await bench.phone.chooseDevice("ring", "headset");
    expect([...bench.storage.map.entries()]).toEqual([
      ["webphone.alice.output", "headset"],
      ["webphone.alice.ring", "headset"],
    ]);
    bench.microphones.outputs = [];
    await bench.microphones.changes();
    expect(bench.sound.routed.slice(-2)).toEqual(["output ", "ring "]);
    expect(bench.phone.getSnapshot().devices.chosen).toMatchObject({ output: "headset", ring: "headset" });
  });

  test("PHONE-33 a stored output is found once the browser names its devices", async () => {
    const bench = createBench();
    await bench.phone.chooseDevice("output", "headset");
    const { outputs, inputs } = bench.microphones;
    Object.assign(bench.microphones, { inputs: [], outputs: [] });
    bench.register();
    await settle();
    expect(bench.sound.routed.at(-2)).toBe("output ");
    Object.assign(bench.microphones, { inputs, outputs });
    await bench.talk("102");
    expect(bench.sound.routed.at(-2)).toBe("output headset");
  });

  test("PHONE-36 the volume is kept between 0 and 1, stored, and 1 at first", () => {
    const bench = registered();
    expect(bench.phone.getSnapshot().volume).toBe(1);
    bench.phone.setVolume(0.25);
    bench.phone.setVolume(7);
    expect(bench.sound.routed.filter((note) => note.startsWith("volume"))).toEqual([
      "volume 1",
      "volume 0.25",
      "volume 1",
    ]);
    expect(bench.storage.get("webphone.alice.volume")).toBe("1");
  });

  test("PHONE-37 blocked sound shows, and an act of the person unlocks it", async () => {
    const bench = registered();
    bench.sound.locked = true;
    bench.phone.setVolume(0.5);
    expect(bench.phone.getSnapshot().audioLocked).toBe(true);
    await bench.phone.unlockAudio();
    expect(bench.phone.getSnapshot().audioLocked).toBe(false);
  });

  test("PHONE-30 the far end sounds from its first media to the end of the call", async () => {
    const bench = registered();
    const { far } = await bench.talk("102");
    const stream = new FakeStream();
    far.says({ kind: "remoteSound", stream });
    expect([...bench.sound.streams]).toEqual([stream]);
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect(bench.sound.streams.size).toBe(0);
  });
});

describe("tones", () => {
  test("PHONE-34 an incoming call rings until it is accepted", async () => {
    const bench = registered();
    bench.network.rings("103");
    expect([...bench.sound.tones]).toEqual(["ringing"]);
    void bench.phone.answer(idOf(bench));
    expect([...bench.sound.tones]).toEqual([]);
    await settle();
  });

  test("PHONE-34 a second call knocks in the ear", async () => {
    const bench = registered();
    await bench.talk("102");
    const far = bench.network.rings("103");
    expect([...bench.sound.tones]).toEqual(["waiting"]);
    far.says({ kind: "ended", end: REMOTE_BYE });
    expect([...bench.sound.tones]).toEqual([]);
  });

  test("PHONE-34 ringback sounds while it rings there, unless the far end sends its own", async () => {
    const bench = registered();
    await bench.phone.call("102");
    expect([...bench.sound.tones]).toEqual([]);
    last(bench.network).says({ kind: "ringing" });
    expect([...bench.sound.tones]).toEqual(["ringback"]);
    last(bench.network).says({ kind: "earlyMedia" });
    expect([...bench.sound.tones]).toEqual([]);
  });

  test("PHONE-34 busy sounds for 3 s, and not into the next call", async () => {
    const bench = registered();
    const busy = { kind: "ended", end: { ...REMOTE_BYE, statusCode: 486 } } as const;
    await bench.phone.call("102");
    last(bench.network).says(busy);
    await bench.clock.advance(2_999);
    expect([...bench.sound.tones]).toEqual(["busy"]);
    await bench.clock.advance(1);
    expect([...bench.sound.tones]).toEqual([]);
    await bench.phone.call("102");
    last(bench.network).says(busy);
    void bench.phone.call("103");
    expect([...bench.sound.tones]).toEqual([]);
    await settle();
  });

  test("PHONE-35 a key sounds without a call", () => {
    const bench = registered();
    bench.phone.playKey("5");
    expect(bench.sound.keys).toEqual(["5"]);
  });
});
