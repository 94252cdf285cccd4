import { describe, expect, it } from "vitest";
import { FRENCH } from "./errors/fr-CA.language.ts";
import { AppError, ERROR_CODES, errorStatus, errorTemplate, errorText, isErrorCode } from "./errors.ts";

describe("the error catalogue", () => {
  it("ERROR-1 a text is filled from its details, as text", () => {
    expect(errorText("sipua.error.invalidNumber", { number: "<b>x</b>" })).toBe("Invalid number: <b>x</b>");
    expect(errorText("sipua.error.maxCallsIn", { limit: 4, fromName: "Bob", fromNum: "102" })).toContain("Bob 102");
  });

  it("ERROR-2 a missing detail leaves no placeholder behind", () => {
    for (const code of ERROR_CODES) expect(errorText(code)).not.toMatch(/[{}]/);
  });

  it("ERROR-5 no text, in any language, holds a code or the place of a fault in a request", () => {
    for (const text of [errorTemplate("request.invalid"), FRENCH.texts["request.invalid"]])
      expect(text).not.toMatch(/[{}]/);
    for (const text of [...ERROR_CODES.map(errorTemplate), ...Object.values(FRENCH.texts)]) {
      expect(ERROR_CODES.filter((code) => text.includes(code))).toEqual([]);
    }
  });

  it("ERROR-3 only catalogue codes are codes", () => {
    expect(isErrorCode("login.error.login")).toBe(true);
    expect(isErrorCode("toString")).toBe(false);
  });

  it("ERROR-6 the catalogue has the status of each error; 400 for a text alone", () => {
    expect(errorStatus("contacts.notFound")).toBe(404);
    expect(errorStatus("server.internal")).toBe(500);
    expect(errorStatus("otp.invalid")).toBe(400);
    for (const code of ERROR_CODES)
      expect(errorStatus(code), code).toSatisfy((status: number) => status >= 400 && status < 600);
  });

  it("ERROR-4 an error keeps its code, details and cause", () => {
    const cause = new Error("socket");
    const error = new AppError("sipua.error.config", { message: "no realm" }, { cause });
    expect([error.code, error.details, error.cause, error.message]).toEqual([
      "sipua.error.config",
      { message: "no realm" },
      cause,
      "SIPUA Configuration error: no realm",
    ]);
  });
});
