import { smsSegments } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { smsAnswer, smsKeyword } from "./sms-keywords.ts";

describe("keywords", () => {
  it.each(["STOP", "stop", " Stop. ", "«STOP»", "Stop All", "please stop!", "UNSUBSCRIBE", "Quit", "cancel", "END"])(
    "SMS-30 %j is an English keyword that stops messages",
    (text) => {
      expect(smsKeyword(text)).toEqual({ kind: "stop", locale: "en-US" });
    },
  );
  it.each(["ARRET", "Arrêt", "arre\u0302t", "ARRÊTEZ!", "désabonner"])(
    "SMS-30 %j is a French keyword that stops messages",
    (text) => {
      expect(smsKeyword(text)).toEqual({ kind: "stop", locale: "fr-CA" });
    },
  );
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
