import { expect, it } from "vitest";
import { levelOf } from "./browserSound.ts";
import { createRecorder } from "./createRecorder.ts";
import type { RecorderDeps, Tape } from "./createRecorder.ts";

const turn = async () => {
  for (let at = 0; at < 12; at += 1) await Promise.resolve();
};

function bench(openTape: RecorderDeps["openTape"] | "tape" = "tape") {
  const tapes: Array<{ open: boolean }> = [];
  const tape = (): Promise<Tape> => {
    const own = { open: true };
    tapes.push(own);
    const close = () => {
      own.open = false;
    };
    return Promise.resolve({
      level: () => 0.5,
      stop() {
        close();
        return Promise.resolve(new Blob(["opus"]));
      },
      discard: close,
    });
  };
  let now = 0;
  let timers: Array<() => void> = [];
  const recorder = createRecorder({
    openTape: openTape === "tape" ? tape : openTape,
    decode: (_, rateHz) => Promise.resolve([new Float32Array(rateHz * 12).fill(0.25)]),
    clock: {
      now: () => now,
      setTimeout(run) {
        timers.push(run);
        return () => (timers = timers.filter((one) => one !== run));
      },
    },
    maxSeconds: 10,
    rateHz: 16_000,
    fileName: "greeting.wav",
  });
  const advance = async (ms: number) => {
    now += ms;
    const due = timers;
    timers = [];
    for (const run of due) run();
    await turn();
  };
  return { recorder, tapes, advance, timers: () => timers.length };
}

it("PLAY-9 the recording is a WAV file, cut at the maximum length", async () => {
  const { recorder, tapes, advance } = bench();
  recorder.record();
  await turn();
  await advance(4_000);
  expect(recorder.get()).toEqual({ phase: "recording", seconds: 4, level: 0.5 });
  recorder.finish();
  await turn();
  const state = recorder.get();
  if (state.phase !== "recorded") throw new Error(state.phase);
  expect(state.file).toMatchObject({ name: "greeting.wav", type: "audio/wav", size: 44 + 10 * 16_000 * 2 });
  expect(state.seconds).toBe(10);
  expect(tapes).toEqual([{ open: false }]);
});

it("PLAY-10 a recording ends automatically at the maximum length", async () => {
  const { recorder, advance, timers } = bench();
  recorder.record();
  await turn();
  await advance(10_050);
  expect(recorder.get().phase).toBe("recorded");
  expect(timers()).toBe(0);
});

it.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["AbortError", "failed"],
] as const)(
  "PLAY-11 a microphone that the browser refuses with %s is %s, and can be tried again",
  async (name, fault) => {
    let refuses = true;
    const good = bench();
    const { recorder } = bench(() =>
      refuses
        ? Promise.reject(Object.assign(new Error(name), { name }))
        : Promise.resolve({ level: () => 0, stop: () => Promise.resolve(new Blob()), discard: () => undefined }),
    );
    recorder.record();
    await turn();
    expect(recorder.get()).toEqual({ phase: "refused", fault });
    refuses = false;
    recorder.record();
    await turn();
    expect(recorder.get().phase).toBe("recording");
    recorder.stop();
    good.recorder.stop();
  },
);

it("PLAY-11 a browser that cannot record says so at the first attempt, not before", () => {
  const { recorder } = bench(null);
  expect(recorder.get().phase).toBe("idle");
  recorder.record();
  expect(recorder.get()).toEqual({ phase: "refused", fault: "unsupported" });
});

it("PLAY-12 leaving closes the microphone, also one that opens too late", async () => {
  const left = bench();
  left.recorder.record();
  left.recorder.stop();
  await turn();
  expect(left.tapes).toEqual([{ open: false }]);
  const recording = bench();
  recording.recorder.record();
  await turn();
  recording.recorder.discard();
  expect(recording.tapes).toEqual([{ open: false }]);
  expect(recording.recorder.get().phase).toBe("idle");
  expect(recording.timers()).toBe(0);
});

it("PLAY-10 the meter shows silence as 0, full scale as 1, and 30 dB below full scale as half", () => {
  expect(levelOf(new Float32Array(64))).toBe(0);
  expect(levelOf(new Float32Array(64).fill(1))).toBe(1);
  expect(levelOf(new Float32Array(64).fill(10 ** (-30 / 20)))).toBeCloseTo(0.5, 5);
});
