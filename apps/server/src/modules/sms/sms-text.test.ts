import { smsSegments } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { cleanSms, smsAnswer, smsKeyword } from "./sms-text.ts";
import { smsNumbers } from "./sms-numbers.model.ts";

describe("texts of messages", () => {
  it("SMS-17 line breaks are kept, other control characters and halves of pairs are not", () => {
    expect(cleanSms("  a\r\nb\rc\u0000\u001b[31m\u0085d\t ")).toBe("a\nb\nc[31md");
    expect(cleanSms("x\ud83dy\udc00z🙂")).toBe("xyz🙂");
    expect(cleanSms(" \u0000\n ")).toBe("");
  });

  it.each(["STOP", "stop", " Stop. ", "«STOP»", "Stop All", "please stop!", "UNSUBSCRIBE", "Quit", "cancel", "END"])(
    "SMS-30 %j asks in English for no more messages",
    (text) => {
      expect(smsKeyword(text)).toEqual({ kind: "stop", locale: "en-US" });
    },
  );
  it.each(["ARRET", "Arrêt", "arre\u0302t", "ARRÊTEZ!", "désabonner"])("SMS-30 %j asks in French", (text) => {
    expect(smsKeyword(text)).toEqual({ kind: "stop", locale: "fr-CA" });
  });
  it.each([
    ["start", "start"],
    ["UNSTOP", "start"],
    ["DÉBUT", "start"],
    ["help", "help"],
    ["Info?", "help"],
    ["aide", "help"],
  ])("SMS-30 %j is %s", (text, kind) => {
    expect(smsKeyword(text)?.kind).toBe(kind);
  });
  it.each(["", "Stop by at noon", "Can you help me?", "the bus stop", "non-stop", "STOP".repeat(40), "🛑", "yes"])(
    "SMS-30 %j is no keyword",
    (text) => {
      expect(smsKeyword(text)).toBeUndefined();
    },
  );

  it("SMS-30 each answer is one message of GSM-7", () => {
    for (const kind of ["stop", "start", "help"] as const)
      for (const locale of ["en-US", "fr-CA"] as const) {
        const answer = smsAnswer({ kind, locale }, "A company with a long name....");
        expect(smsSegments(answer), answer).toMatchObject({ encoding: "gsm7", segments: 1 });
      }
  });
});

describe("who shares a number", () => {
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
