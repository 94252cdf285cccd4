import { QUEUE_WALL_REFRESH_SECONDS } from "@callpanel/contract";
import type { QueueWallFigures } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, it } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import { layoutOf } from "./wall.model.ts";
import { createWall } from "./wall.store.ts";

const FIGURES: QueueWallFigures = { name: "Lobby", at: 1_000, refresh_seconds: QUEUE_WALL_REFRESH_SECONDS, queues: [] };
const UNREACHABLE = new ApiError({ kind: "unreachable" });
const refused = (status: number) => new ApiError({ kind: "answer", status, code: null, text: null, details: {} });
const EVERY_MS = QUEUE_WALL_REFRESH_SECONDS * 1_000;

function openWall() {
  const clock = createFakeClock();
  let askedCount = 0;
  let answer: QueueWallFigures | ApiError = FIGURES;
  const wall = createWall({
    clock,
    load: async () => {
      askedCount += 1;
      if (answer instanceof ApiError) throw answer;
      return answer;
    },
  });
  const stop = wall.start();
  const pass = async (ms: number) => {
    await clock.advance(ms);
    await settle();
  };
  return { wall, askedCount: () => askedCount, stop, pass, clock, answers: (next: typeof answer) => (answer = next) };
}

it("QDASH-12 the figures are requested repeatedly, until the page is left", async () => {
  const { wall, askedCount, stop, pass } = openWall();
  await settle();
  expect(wall.get()).toMatchObject({ phase: "shown", figures: FIGURES, cutOff: false });
  await pass(EVERY_MS);
  await pass(EVERY_MS);
  expect(askedCount()).toBe(3);
  stop();
  await pass(10 * EVERY_MS);
  expect(askedCount()).toBe(3);
});

it("QDASH-12 a display that is cut off keeps the figures with their time, and is live again by itself", async () => {
  const { wall, answers, pass, clock } = openWall();
  await settle();
  const at = clock.now();
  for (const failure of [UNREACHABLE, refused(429), refused(503)]) {
    answers(failure);
    await pass(EVERY_MS);
    expect(wall.get()).toEqual({ phase: "shown", figures: FIGURES, at, cutOff: true });
  }
  answers(FIGURES);
  await pass(EVERY_MS);
  expect(wall.get()).toMatchObject({ phase: "shown", cutOff: false });
});

it("QDASH-12 a revoked link shows nothing any more; without any figures the page says so", async () => {
  const revoked = openWall();
  await settle();
  revoked.answers(refused(404));
  await revoked.pass(EVERY_MS);
  expect(revoked.wall.get()).toEqual({ phase: "gone" });
  revoked.answers(UNREACHABLE);
  await revoked.pass(60_000);
  expect(revoked.wall.get()).toEqual({ phase: "gone" });
  const alone = openWall();
  alone.answers(UNREACHABLE);
  await settle();
  await alone.pass(EVERY_MS);
  expect(alone.wall.get()).toMatchObject({ phase: "shown", cutOff: true });
});

it.each([
  [1, { columns: 1, rows: 1, isDetailed: true }],
  [2, { columns: 2, rows: 1, isDetailed: true }],
  [3, { columns: 2, rows: 2, isDetailed: false }],
  [7, { columns: 3, rows: 3, isDetailed: false }],
  [20, { columns: 5, rows: 4, isDetailed: false }],
])("QDASH-12 %d queues fill the screen", (count, layout) => {
  expect(layoutOf(count)).toEqual(layout);
});
