import { describe, expect, it } from "vitest";
import { smsNumbers } from "./sms-numbers.model.ts";

describe("people who share a number", () => {
  it("SMS-11 the person, the agents of the queue, and those of both options of a toggle", () => {
    const did = (number: string, target: string, smsCapable = true) =>
      ({ kind: "did", number, name: number, target, smsCapable }) as const;
    const entries = [
      did("+1 416 555 0101", "101"),
      did("+14165550102", "600"),
      did("+14165550103", "650"),
      did("+14165550104", "651"),
      did("+14165550105", "800"),
      did("+14165550106", "101", false),
      { kind: "user", number: "101", name: "Alice", userId: 1 },
      { kind: "queue", number: "600", name: "Support" },
      { kind: "toggle", number: "650", name: "Day", optionA: "101", optionB: "600" },
      { kind: "toggle", number: "651", name: "Loop", optionA: "650", optionB: "651" },
      { kind: "room", number: "800", name: "Room", pin: null, adminPin: null },
    ] as const;
    const agents = [
      { queue: "600", userId: 7 },
      { queue: "600", userId: 8 },
      { queue: "601", userId: 9 },
    ];
    const numbers = smsNumbers(
      entries.map((entry, id) => ({ id, entry })),
      agents,
    );
    expect(numbers.map(({ number, people }) => [number, [...people]])).toEqual([
      ["+14165550101", [1]],
      ["+14165550102", [7, 8]],
      ["+14165550103", [1, 7, 8]],
      ["+14165550104", []],
      ["+14165550105", []],
    ]);
  });
});
