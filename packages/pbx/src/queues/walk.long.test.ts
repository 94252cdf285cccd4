import { expect, test } from "vitest";
import { walkQueues } from "../../test/queue-walk.ts";

test.each([11, 12, 13, 14])(
  "QUE-70, QUE-86 ten thousand random steps: nobody is lost, and callers who come back are where they were (seed %i)",
  (seed) => {
    const { rows, enteredCount, returnedCount } = walkQueues(seed, 10_000);
    expect(enteredCount).toBeGreaterThan(1_000);
    expect(returnedCount).toBeGreaterThan(20);
    for (const event of ["CONNECT", "ABANDON", "EXITWITHKEY", "EXITWITHTIMEOUT", "EXITEMPTY", "WITHDRAW", "PAUSEALL"])
      expect(rows.filter((row) => row.event === event).length, event).toBeGreaterThan(5);
    const outcalls = rows.flatMap((row) => (row.event === "OUTCALL" ? row.step : []));
    for (const step of ["asked", "dialled", "noAnswer", "busy", "notConfirmed", "dropped"])
      expect(outcalls.filter((one) => one === step).length, step).toBeGreaterThan(1);
    const outcallIds = new Set(rows.flatMap(({ event, callId }) => (event === "OUTCALL" ? (callId ?? []) : [])));
    const answered = rows.filter(({ event, callId }) => event === "CONNECT" && outcallIds.has(callId ?? ""));
    expect(answered.length).toBeGreaterThan(5);
    expect(rows.filter(({ event }) => event === "QUEUESTART").length).toBeGreaterThan(3);
  },
);
