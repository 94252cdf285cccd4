import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";
import type { Cleaner } from "./cleaning.ts";
import { createCleaning, LOOK_EVERY_MS, START_WITHIN_MS } from "./cleaning.ts";

const isStream = (value: unknown): value is MediaStream => typeof value === "object";
/** Only to distinguish it from another one. */
function streamOf(name: string): MediaStream {
  const made: unknown = { name };
  if (!isStream(made)) throw new Error("no stream");
  return made;
}

function setUp() {
  const clock = createFakeClock();
  const microphone = streamOf("microphone");
  const clean = streamOf("clean");
  const said: string[] = [];
  let madeMs = 0;
  let come: (cleaner: Cleaner) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  let breaks = (): void => undefined;
  const stop = createCleaning(
    {
      clock,
      open: (_, { onBroken }) => {
        breaks = onBroken;
        return new Promise((resolve, reject) => {
          come = resolve;
          refuse = reject;
        });
      },
    },
    microphone,
    {
      send: async (sound) => void said.push(sound === clean ? "clean" : "microphone"),
      tell: (state) => void said.push(state),
    },
  );
  return {
    clock,
    said,
    stop,
    comes: async () => {
      come({ sound: clean, madeMs: () => madeMs, close: () => void said.push("closed") });
      await settle();
    },
    refuses: async () => {
      refuse(new Error("no WebAssembly"));
      await settle();
    },
    breaks: async () => {
      breaks();
      await settle();
    },
    /** A second passes, in which so much sound is made. */
    second: async (share: number) => {
      madeMs += LOOK_EVERY_MS * share;
      await clock.advance(LOOK_EVERY_MS);
    },
    sleep: async (ms: number) => {
      await clock.advance(ms);
    },
  };
}

it("NOISE-2 clean sound is sent once it has come, and ends with the stop", async () => {
  const { said, comes, stop, second, clock } = setUp();
  expect(said).toEqual([]);
  await comes();
  await second(1);
  expect(said).toEqual(["clean", "working"]);
  stop();
  expect(said).toEqual(["clean", "working", "closed"]);
  await clock.advance(60_000);
  expect(said).toHaveLength(3);
});

it("NOISE-2 sound that comes after the stop is closed, and not sent", async () => {
  const { said, comes, stop } = setUp();
  stop();
  await comes();
  expect(said).toEqual(["closed"]);
});

it("NOISE-4 a filter that does not load, or gives no sound in 15 s, is blocked; the microphone was sent all the time", async () => {
  const refused = setUp();
  await refused.refuses();
  expect(refused.said).toEqual(["blocked"]);
  const silent = setUp();
  await silent.sleep(START_WITHIN_MS);
  expect(silent.said).toEqual(["blocked"]);
  await silent.comes();
  expect(silent.said).toEqual(["blocked", "closed"]);
});

it("NOISE-4 three seconds in a row with a fifth of gaps are too slow: the microphone is sent before the filter is closed", async () => {
  const { said, comes, second } = setUp();
  await comes();
  for (const share of [0.7, 0.7, 0.9, 0.7, 0.7, 0.85]) await second(share);
  expect(said).toEqual(["clean", "working"]);
  for (const share of [0.7, 0.7, 0.7]) await second(share);
  expect(said).toEqual(["clean", "working", "microphone", "closed", "slow"]);
});

it("NOISE-4 a filter that breaks in a call gives the microphone back", async () => {
  const { said, comes, breaks } = setUp();
  await comes();
  await breaks();
  expect(said).toEqual(["clean", "working", "microphone", "closed", "blocked"]);
});
