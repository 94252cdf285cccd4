import { DEFAULT_FEATURE_CODES, ECHO_TEST_ADDRESS } from "@callpanel/contract";
import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import type { FarSession } from "../../test/fake-network.ts";
import { last } from "../../test/fake-network.ts";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";
import { FakeStream } from "../../test/fake-stream.ts";
import type { SoundCount } from "../model/quality.ts";
import { CHECK_TONE_HZ } from "./check.model.ts";
import { MEASURE_MS, MICROPHONE_MS, NETWORK_WAIT_MS, REGISTER_WAIT_MS, TONE_WAIT_MS } from "./steps.ts";

const TONE = { levelDb: -18, frequencyHz: CHECK_TONE_HZ + 5 };
const SILENCE = { levelDb: -120, frequencyHz: 0 };

function ready(): Bench {
  const bench = createBench();
  bench.register();
  return bench;
}
const check = ({ phone }: Bench) => phone.getSnapshot().check;

/** Up to the call: the microphone is heard. */
async function begin(bench: Bench): Promise<FarSession> {
  expect(bench.phone.startCheck()).toEqual({ ok: true });
  await settle();
  await bench.clock.advance(MICROPHONE_MS + 100);
  return last(bench.network);
}
let packets = 0;
const counted = (bench: Bench, more: Partial<SoundCount> = {}): SoundCount => ({
  at: bench.clock.now(),
  packetsReceived: (packets += 25),
  packetsLost: 0,
  jitterMs: 3,
  roundTripMs: 20,
  ...more,
});
/** The echo test answers and gives the tone back from when it goes out. */
async function answer(bench: Bench, far: FarSession, count: Partial<SoundCount> = {}): Promise<void> {
  packets = 0;
  Object.defineProperty(far, "counts", { get: () => counted(bench, count) });
  bench.probe.hears = SILENCE;
  bench.probe.onSound = () => {
    bench.probe.hears = TONE;
  };
  far.says({ kind: "accepted" });
  far.says({ kind: "remoteSound", stream: new FakeStream("far") });
  await bench.clock.advance(1_000);
}
const finish = ({ clock }: Bench) => clock.advance(MEASURE_MS + 500);

test("FEATURE-8 without a code for the echo test its address is called", async () => {
  const bench = createBench({}, { featureCodes: DEFAULT_FEATURE_CODES.filter(({ name }) => name !== "echo") });
  bench.register();
  expect((await begin(bench)).number).toBe(ECHO_TEST_ADDRESS);
});

test("PHONE-110 a tone is sent to the echo test in place of the microphone, measured and judged good", async () => {
  const bench = ready();
  const far = await begin(bench);
  expect(far.number).toBe("*43");
  expect(bench.microphones.streams[0]?.active).toBe(false);
  await answer(bench, far);
  expect(check(bench)).toMatchObject({ phase: "running", step: "sound" });
  await finish(bench);
  expect(check(bench)).toMatchObject({
    phase: "good",
    figures: {
      microphoneDb: -30,
      levelDb: -18,
      frequencyHz: CHECK_TONE_HZ + 5,
      lossPercent: 0,
      jitterMs: 3,
      roundTripMs: 20,
    },
  });
  expect(far.asked).toContain("terminate");
  expect([...bench.probe.open]).toEqual([]);
  expect(bench.clock.timerCount).toBeLessThan(5);
});

test.each([
  ["denied", "micDenied"],
  ["not-found", "micNotFound"],
  ["failed", "micFailed"],
] as const)("PHONE-111 a microphone %s ends the check there", async (fault, said) => {
  const bench = ready();
  bench.microphones.fault = fault;
  bench.phone.startCheck();
  await settle();
  expect(check(bench)).toEqual({ phase: "failed", step: "microphone", fault: said, figures: {} });
  expect(bench.network.sessions).toEqual([]);
});

test("PHONE-111 a phone that is not registered after 5 s ends the check there", async () => {
  const bench = createBench();
  bench.phone.start();
  bench.phone.startCheck();
  await settle();
  await bench.clock.advance(MICROPHONE_MS + REGISTER_WAIT_MS + 200);
  expect(check(bench)).toMatchObject({ phase: "failed", step: "registration", fault: "notRegistered" });
});

test("PHONE-111 a call that is not answered, is refused, or loses its media path is the network", async () => {
  const unanswered = ready();
  await begin(unanswered);
  await unanswered.clock.advance(NETWORK_WAIT_MS + 200);
  expect(check(unanswered)).toMatchObject({ phase: "failed", step: "network", fault: "noAnswer" });

  const refused = ready();
  const end = { by: "remote", fault: "none", statusCode: 503, reasonCause: undefined, cause: "" } as const;
  (await begin(refused)).says({ kind: "ended", end });
  await refused.clock.advance(100);
  expect(check(refused)).toMatchObject({ phase: "failed", step: "network", fault: "refused" });

  const lost = ready();
  const far = await begin(lost);
  await answer(lost, far);
  far.says({ kind: "path", path: "down" });
  await lost.clock.advance(100);
  expect(check(lost)).toMatchObject({ phase: "failed", step: "network", fault: "lost" });
  expect([...lost.probe.open]).toEqual([]);
});

test.each([
  [SILENCE, "noSound"],
  [{ levelDb: -20, frequencyHz: 440 }, "otherSound"],
] as const)("PHONE-111 a returned sound that is not the tone fails the sound step", async (heard, fault) => {
  const bench = ready();
  const far = await begin(bench);
  await answer(bench, far);
  bench.phone.stopCheck();
  const again = await begin(bench);
  Object.defineProperty(again, "counts", { get: () => counted(bench) });
  bench.probe.onSound = () => {
    bench.probe.hears = heard;
  };
  again.says({ kind: "accepted" });
  again.says({ kind: "remoteSound", stream: new FakeStream("far") });
  await bench.clock.advance(TONE_WAIT_MS + 1_500);
  expect(check(bench)).toMatchObject({ phase: "failed", step: "sound", fault });
});

test("PHONE-112 a slow way, a silent microphone and gaps are poor, each by its name", async () => {
  const slow = ready();
  await answer(slow, await begin(slow), { roundTripMs: 900 });
  await finish(slow);
  expect(check(slow)).toMatchObject({ phase: "poor", flaws: ["delay"] });

  const quiet = ready();
  quiet.probe.hears = { levelDb: -90, frequencyHz: 0 };
  await answer(quiet, await begin(quiet));
  await finish(quiet);
  expect(check(quiet)).toMatchObject({ phase: "poor", flaws: ["quietMicrophone"] });

  const broken = ready();
  await answer(broken, await begin(broken));
  broken.probe.hears = SILENCE;
  await finish(broken);
  expect(check(broken)).toMatchObject({ phase: "poor", flaws: ["gaps"] });
});

test("PHONE-113 it is refused during a call, and gives way to one", async () => {
  const busy = ready();
  await busy.talk("102");
  expect(busy.phone.startCheck()).toMatchObject({ ok: false, code: "sipua.check.inUse" });

  const bench = ready();
  const far = await begin(bench);
  bench.network.rings("102");
  expect(check(bench)).toBeNull();
  expect(far.asked).toContain("terminate");
  await bench.clock.advance(30_000);
  expect(check(bench)).toBeNull();
});

test("PHONE-113 stopped while the microphone is measured, it makes no call", async () => {
  const bench = ready();
  bench.phone.startCheck();
  await settle();
  await bench.clock.advance(300);
  bench.phone.stopCheck();
  await bench.clock.advance(20_000);
  expect(bench.network.sessions).toEqual([]);
  expect(bench.microphones.streams[0]?.active).toBe(false);
});

test("PHONE-113 stopped, it clears its result; started again, it begins from the start", async () => {
  const bench = ready();
  bench.microphones.fault = "denied";
  bench.phone.startCheck();
  await settle();
  bench.phone.stopCheck();
  expect(check(bench)).toBeNull();
  bench.microphones.fault = undefined;
  await begin(bench);
  expect(check(bench)).toMatchObject({ phase: "running", step: "network" });
});
