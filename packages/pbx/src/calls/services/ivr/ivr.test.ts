import { createFakeClock, createFakeMedia, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import type { MaybePromise, Log } from "@callpanel/phone-port";
import type { IvrEffect, IvrEvent } from "./ivr.port.ts";
import { startIvr } from "./ivr.ts";
import type { Sound } from "./playlist.ts";

type Effect = IvrEffect<string>;
type Event = IvrEvent<string>;

const LIMITS = { longestMs: 60_000, silenceMs: 10_000 };
const RECORD: Effect = { kind: "record", path: "/take.opus", limits: LIMITS, warning: "ten-seconds-left" };
const file = (path: string, fromMs = 0): Sound => ({ kind: "file", path, fromMs });

/** A caller at a state machine that runs the given effects and records the events. */
async function meet(begin: readonly Effect[], options: { readonly late?: true } = {}) {
  const clock = createFakeClock();
  const media = createFakeMedia();
  const { id, sdp } = await openPort(media);
  const port = media.portOf(sdp);
  const events: Event[] = [];
  const logged: string[] = [];
  const dismissals: number[] = [];
  const sentOn: string[] = [];
  const replies = new Map<Event["kind"], readonly Effect[]>();
  let answer: (ask: string) => MaybePromise<string> = (ask) => `${ask} done`;
  const note = (message: string): void => void logged.push(message);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const stay = startIvr<null, string, string>({
    clock,
    log,
    caller: {
      callId: id,
      leg: { port, connected: options.late === undefined, party: { number: "101", name: "Alice" } },
      dismiss: ({ status }) => void dismissals.push(status),
    },
    begin: { state: null, effects: begin },
    step: (state, event) => {
      events.push(event);
      return { state, effects: replies.get(event.kind) ?? [] };
    },
    answer: (ask) => answer(ask),
    spoken: (key) => (key === "pm" ? undefined : `/words/${key}.opus`),
    sendOn: (number) => void sentOn.push(number),
  });
  return {
    clock,
    port,
    stay,
    events,
    logged,
    dismissals,
    sentOn,
    kinds: () => events.map(({ kind }) => kind),
    on: (kind: Event["kind"], ...effects: readonly Effect[]) => void replies.set(kind, effects),
    answerBy: (by: typeof answer) => {
      answer = by;
    },
    press: (digit: "1" | "2") => stay.pressed?.({ digit, durationMs: 100 }),
    heard: () =>
      port.heard.map((source) => {
        if (source.kind === "file") return `${source.path}@${source.fromMs ?? 0}`;
        if (source.kind !== "prompt") return source.kind;
        return source.prompt.kind === "tone" ? source.prompt.tone : source.prompt.kind;
      }),
    /** Plays the current sound to its end. */
    played: (failure?: string) => {
      const now = port.hearsNow;
      if (now.kind !== "file") throw new Error("no file is being played");
      const { path, token } = now;
      port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }), ...(failure && { failure }) });
    },
  };
}

async function openPort(media: ReturnType<typeof createFakeMedia>) {
  const port = media.open();
  const { sdp } = await port.offer({});
  return { id: port.id, sdp };
}

it("VMP-10 sounds play one after the other, prompts without a file in this language are skipped, then it is silent", async () => {
  const told: Effect = {
    kind: "say",
    sounds: [{ kind: "spoken", key: "goodbye" }, { kind: "spoken", key: "pm" }, { kind: "beep" }, file("/a")],
  };
  const ivr = await meet([told]);
  expect(ivr.heard()).toEqual(["/words/goodbye.opus@0"]);
  ivr.played();
  expect(ivr.heard().at(-1)).toBe("beep");
  await ivr.clock.advance(400);
  expect(ivr.heard().at(-1)).toBe("/a@0");
  expect(ivr.kinds()).toEqual([]);
  ivr.played();
  expect(ivr.heard().at(-1)).toBe("silence");
  expect(ivr.kinds()).toEqual(["said"]);
});

it("VMP-10 a file that cannot be played is skipped and logged", async () => {
  const ivr = await meet([{ kind: "say", sounds: [file("/gone"), file("/there")] }]);
  ivr.played("ENOENT");
  expect(ivr.heard()).toEqual(["/gone@0", "/there@0"]);
  expect(ivr.logged).toEqual(["a sound could not be played"]);
});

it("VMP-10 nothing is played before the caller's media is connected, or ten seconds are over", async () => {
  const say: Effect = { kind: "say", sounds: [file("/a")] };
  const soon = await meet([say], { late: true });
  expect(soon.heard()).toEqual([]);
  soon.port.emit({ kind: "connected" });
  expect(soon.heard()).toEqual(["/a@0"]);
  await soon.clock.advance(10_000);
  expect(soon.heard()).toEqual(["/a@0"]);
  const never = await meet([say], { late: true });
  await never.clock.advance(9_999);
  expect(never.heard()).toEqual([]);
  await never.clock.advance(1);
  expect(never.heard()).toEqual(["/a@0"]);
});

it("VMP-11 a new prompt replaces the current one, also if it is the same file", async () => {
  const ivr = await meet([{ kind: "say", sounds: [file("/a"), file("/b")] }]);
  const first = ivr.port.hearsNow;
  ivr.on("digit", { kind: "say", sounds: [file("/a", 3_000)] });
  ivr.press("1");
  expect(ivr.heard()).toEqual(["/a@0", "/a@3000"]);
  // The end of the first one was already on its way.
  if (first.kind === "file" && first.token !== undefined)
    ivr.port.emit({ kind: "played", path: "/a", token: first.token });
  expect(ivr.kinds()).toEqual(["digit"]);
  ivr.played();
  expect(ivr.kinds()).toEqual(["digit", "said"]);
});

it("VMP-11 a digit has the position in a marked file", async () => {
  const ivr = await meet([{ kind: "say", sounds: [{ kind: "file", path: "/a", fromMs: 5_000, marked: true }] }]);
  await ivr.clock.advance(2_000);
  ivr.press("1");
  expect(ivr.events).toEqual([{ kind: "digit", digit: "1", markMs: 7_000 }]);
  ivr.played();
  ivr.press("2");
  expect(ivr.events.at(-1)).toEqual({ kind: "digit", digit: "2" });
});

it("VMP-11 waiting ends when a prompt plays, and when its time is over", async () => {
  const ivr = await meet([{ kind: "wait", ms: 5_000 }]);
  ivr.on("digit", { kind: "say", sounds: [file("/a")] });
  ivr.press("1");
  await ivr.clock.advance(6_000);
  expect(ivr.kinds()).toEqual(["digit"]);
  ivr.on("said", { kind: "wait", ms: 5_000 });
  ivr.played();
  await ivr.clock.advance(5_000);
  expect(ivr.kinds()).toEqual(["digit", "said", "waited"]);
});

it("VMP-12 silence ends a recording, and is cut off except for its first half second", async () => {
  const ivr = await meet([RECORD]);
  await ivr.clock.advance(1_000);
  ivr.port.emit({ kind: "talking", talking: true });
  await ivr.clock.advance(20_000);
  ivr.port.emit({ kind: "talking", talking: false });
  await ivr.clock.advance(9_999);
  expect(ivr.kinds()).toEqual([]);
  await ivr.clock.advance(1);
  expect(ivr.port.recordings).toMatchObject([{ path: "/take.opus", stopped: true, keptMs: 21_500 }]);
  expect(ivr.events).toMatchObject([{ kind: "recorded", how: "silence" }]);
});

it("VMP-12 a caller who says nothing leaves no recording", async () => {
  const ivr = await meet([RECORD]);
  await ivr.clock.advance(10_000);
  expect(ivr.port.recordings).toMatchObject([{ keptMs: 0 }]);
});

it("VMP-12 a recording ends at its maximum length, when it is stopped, or when its file cannot be written", async () => {
  const long = await meet([RECORD]);
  long.port.emit({ kind: "talking", talking: true });
  await long.clock.advance(60_000);
  expect(long.events).toMatchObject([{ kind: "recorded", how: "longest" }]);
  const stopped = await meet([RECORD]);
  stopped.on("digit", { kind: "stopRecording" });
  stopped.press("1");
  await settle();
  expect(stopped.events.at(-1)).toMatchObject({ kind: "recorded", how: "stopped" });
  const full = await meet([RECORD]);
  full.port.recordings[0]?.end({ durationMs: 700, bytes: 10, marks: [], failure: "ENOSPC" });
  await settle();
  expect(full.events).toMatchObject([{ kind: "recorded", how: "failed", sound: { durationMs: 700 } }]);
});

it("VMP-13 ten seconds before the maximum length there is a warning, but not for recordings of half a minute or less", async () => {
  const ivr = await meet([RECORD]);
  ivr.port.emit({ kind: "talking", talking: true });
  await ivr.clock.advance(49_999);
  expect(ivr.heard()).toEqual([]);
  await ivr.clock.advance(1);
  expect(ivr.heard()).toEqual(["/words/ten-seconds-left.opus@0"]);
  const short = await meet([{ ...RECORD, limits: { longestMs: 29_000, silenceMs: 30_000 } }]);
  await short.clock.advance(28_999);
  expect(short.heard()).toEqual([]);
});

it("VMP-14 the end of the call ends the recording; its end is still reported, and nothing is played any more", async () => {
  const ivr = await meet([RECORD]);
  ivr.on("recorded", { kind: "say", sounds: [file("/a")] }, { kind: "tell", ask: "keep" });
  const asked: string[] = [];
  ivr.answerBy((ask) => {
    asked.push(ask);
    return "";
  });
  ivr.stay.stop();
  ivr.stay.stop();
  await settle();
  expect(ivr.kinds()).toEqual(["gone", "recorded"]);
  expect(asked).toEqual(["keep"]);
  expect(ivr.heard()).toEqual([]);
  expect(ivr.clock.timerCount).toBe(0);
});

it("VMP-15 digits wait for the reply to a question, in order", async () => {
  const ivr = await meet([{ kind: "ask", ask: "box" }]);
  expect(ivr.events).toEqual([{ kind: "told", told: "box done" }]);
  let reply: (told: string) => void = () => undefined;
  ivr.answerBy(
    () =>
      new Promise((resolve) => {
        reply = resolve;
      }),
  );
  ivr.on("digit", { kind: "ask", ask: "more" });
  ivr.press("1");
  ivr.on("digit");
  ivr.press("2");
  ivr.press("1");
  expect(ivr.kinds()).toEqual(["told", "digit"]);
  reply("late");
  await settle();
  expect(ivr.events.slice(2)).toEqual([
    { kind: "told", told: "late" },
    { kind: "digit", digit: "2" },
    { kind: "digit", digit: "1" },
  ]);
});

it("VMP-15 a failed question is reported as failed and logged, whether it rejects or throws; a failed notification is only logged", async () => {
  const ivr = await meet([]);
  ivr.on("digit", { kind: "ask", ask: "box" }, { kind: "tell", ask: "heard" });
  ivr.answerBy(() => {
    throw new Error("no disk");
  });
  ivr.press("1");
  expect(ivr.kinds()).toEqual(["digit", "failed"]);
  ivr.answerBy(() => Promise.reject(new Error("no disk")));
  ivr.press("1");
  await settle();
  expect(ivr.kinds()).toEqual(["digit", "failed", "digit", "failed"]);
  expect(ivr.logged).toHaveLength(4);
});

it("VMP-15 the state machine hangs up, or sends the caller to a number", async () => {
  const ivr = await meet([{ kind: "leave" }, { kind: "sendOn", number: "100" }]);
  expect(ivr.dismissals).toEqual([200]);
  expect(ivr.sentOn).toEqual(["100"]);
});
