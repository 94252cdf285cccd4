import { expect, test } from "vitest";
import { walkQueues } from "../../test/queue-walk.ts";

test.each([11, 12, 13, 14])("QUE-70 ten thousand random steps: nobody is lost (seed %i)", (seed) => {
  const { rows, enteredCount } = walkQueues(seed, 10_000);
  expect(enteredCount).toBeGreaterThan(1_000);
  for (const event of ["CONNECT", "ABANDON", "EXITWITHKEY", "EXITWITHTIMEOUT", "EXITEMPTY", "WITHDRAW", "PAUSEALL"])
    expect(rows.filter((row) => row.event === event).length, event).toBeGreaterThan(5);
});
