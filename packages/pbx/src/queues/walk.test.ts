import { expect, test } from "vitest";
import { walkQueues } from "../../test/queue-walk.ts";

test.each([1, 2])("QUE-70 callers and agents that do anything in any order: nobody is lost (seed %i)", (seed) => {
  const { rows, enteredCount } = walkQueues(seed, 150);
  expect(enteredCount).toBeGreaterThan(15);
  expect(rows.some(({ event }) => event === "CONNECT")).toBe(true);
});
