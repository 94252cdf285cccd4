import { describe, expect, it } from "vitest";
import { commandFrameSchema, receivedFrameSchema, serverFrameSchema } from "./frames.ts";

describe("realtime frames", () => {
  it("EVENT-1 an event is identified by its action", () => {
    const frame = {
      type: "event",
      sequence: 1,
      event: { action: "REGISTER", realm: "demo", exten: "101", expires: 0, userAgent: "x" },
    };
    expect(serverFrameSchema.parse(frame)).toEqual(frame);
    expect(serverFrameSchema.safeParse({ ...frame, event: { ...frame.event, action: "RISE" } }).success).toBe(false);
  });

  it("EVENT-2 a command carries an id and only what it needs", () => {
    expect(
      commandFrameSchema.safeParse({ type: "command", command: "Originate", id: "1", from: "101", to: "102" }).success,
    ).toBe(true);
    expect(
      commandFrameSchema.safeParse({ type: "command", command: "Originate", from: "101", to: "102" }).success,
    ).toBe(false);
    expect(commandFrameSchema.safeParse({ type: "command", command: "Shutdown", id: "1" }).success).toBe(false);
  });

  it("EVENT-4 a snapshot contains presence and calls with their sequence number", () => {
    const call = {
      callid: "c1",
      legCallid: "sip-1",
      user: "101",
      name: "Alice Archer",
      state: "answered",
      direction: "in",
      channel: "leg-1",
      peerChannel: "",
      recording: "off",
      held: false,
      startedAt: 1,
      answeredAt: 2,
    };
    const buddy = {
      realm: "demo",
      exten: "102",
      presence: "oncall",
      registered: true,
      dnd: null,
      forward: null,
      followme: null,
      voicemails: null,
      calls: [call],
    };
    const frame = { type: "snapshot", sequence: 7, buddies: [buddy], parked: [] };
    expect(serverFrameSchema.parse(frame)).toEqual(frame);
    expect(serverFrameSchema.safeParse({ ...frame, buddies: [{ ...buddy, presence: "gone" }] }).success).toBe(false);
    expect(receivedFrameSchema.safeParse({ type: "snapshot" }).success).toBe(true);
  });

  it("EVENT-3 oversized fields are refused", () => {
    expect(
      receivedFrameSchema.safeParse({ type: "signin", username: "a".repeat(257), token: "t", realm: "demo" }).success,
    ).toBe(false);
  });
});
