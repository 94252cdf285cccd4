import { describe, expect, test } from "vitest";
import { createDtmfReceiver } from "./dtmf-receiver.ts";
import type { DtmfReceiver } from "./dtmf-receiver.ts";
import { createDtmfSender } from "./dtmf-sender.ts";
import { parseTelephoneEvent, telephoneEventPayload } from "./telephone-event.ts";

function newReceiver(): { receiver: DtmfReceiver; digits: string[]; clock: { now: number } } {
  const digits: string[] = [];
  const clock = { now: 0 };
  const receiver = createDtmfReceiver({
    now: () => clock.now,
    onDigit: (digit, durationMs) => digits.push(`${digit} ${durationMs}`),
  });
  return { receiver, digits, clock };
}

function event(digit: "5" | "6", options: { timestamp: number; duration: number; end?: boolean; marker?: boolean }) {
  const { timestamp, duration, end = false, marker = false } = options;
  return { timestamp, marker, clockRate: 8000, payload: telephoneEventPayload({ digit, end, duration }) };
}

describe("receiving digits", () => {
  test("MEDIA-30 a digit is reported once, at its end, with its length", () => {
    const { receiver, digits } = newReceiver();
    for (const duration of [160, 320, 480]) receiver.receive(event("5", { timestamp: 1000, duration }));
    for (let i = 0; i < 3; i += 1) receiver.receive(event("5", { timestamp: 1000, duration: 800, end: true }));
    expect(digits).toEqual(["5 100"]);
  });

  test("MEDIA-30 the same digit twice is two digits", () => {
    const { receiver, digits } = newReceiver();
    receiver.receive(event("5", { timestamp: 1000, duration: 800, end: true, marker: true }));
    receiver.receive(event("5", { timestamp: 3000, duration: 800, end: true, marker: true }));
    expect(digits).toEqual(["5 100", "5 100"]);
  });

  test("MEDIA-30 the next digit, or 200 ms, replaces a lost end", () => {
    const { receiver, digits, clock } = newReceiver();
    receiver.receive(event("5", { timestamp: 1000, duration: 480 }));
    receiver.receive(event("6", { timestamp: 3000, duration: 160 }));
    expect(digits).toEqual(["5 60"]);
    clock.now = 199;
    receiver.settle();
    expect(digits).toEqual(["5 60"]);
    clock.now = 200;
    receiver.settle();
    receiver.settle();
    expect(digits).toEqual(["5 60", "6 20"]);
  });

  test("MEDIA-30 late packets, events that are not digits and short payloads are ignored", () => {
    const { receiver, digits } = newReceiver();
    receiver.receive(event("5", { timestamp: 3000, duration: 800, end: true }));
    receiver.receive(event("6", { timestamp: 1000, duration: 800, end: true }));
    receiver.receive({ timestamp: 9000, marker: true, clockRate: 8000, payload: Buffer.from([16, 0x80, 0, 1]) });
    receiver.receive({ timestamp: 9000, marker: true, clockRate: 8000, payload: Buffer.from([1, 0x80]) });
    expect(digits).toEqual(["5 100"]);
  });

  test("MEDIA-30 the segments of a long press are one digit", () => {
    const { receiver, digits } = newReceiver();
    receiver.receive(event("5", { timestamp: 1000, duration: 0xffff, marker: true }));
    receiver.receive(event("5", { timestamp: 1000 + 0xffff, duration: 800, end: true }));
    expect(digits).toEqual(["5 8292"]);
  });
});

describe("sending digits", () => {
  test("MEDIA-32 a digit is one packet per beat with its length so far, its end three times, then a pause", () => {
    const sender = createDtmfSender();
    sender.queue("#", 80);
    sender.queue("1", 40);
    const beats = Array.from({ length: 15 }, () => sender.beat(8000));
    const events = beats.map((beat) => (beat === undefined ? undefined : parseTelephoneEvent(beat.payload)));
    expect(events.map((one) => (one === undefined ? "" : `${one.digit} ${one.duration}${one.end ? " end" : ""}`))).toEqual([
      "# 160", "# 320", "# 480", "# 640 end", "# 640 end", "# 640 end", "", "", "",
      "1 160", "1 320 end", "1 320 end", "1 320 end", "", "",
    ]); // prettier-ignore
    expect(beats[0]?.press).not.toBe(beats[9]?.press);
    sender.beat(8000);
    expect(sender.busy).toBe(false);
  });
});
