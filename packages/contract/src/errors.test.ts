import { describe, expect, it } from "vitest";
import { FRENCH_ERRORS } from "./errors/fr-CA.ts";
import { AppError, ERROR_TEXTS, errorText, isErrorCode } from "./errors.ts";

describe("the error catalogue", () => {
  it("ERROR-1 a text is filled from its details, as text", () => {
    expect(errorText("sipua.error.invalidNumber", { number: "<b>x</b>" })).toBe("Invalid number: <b>x</b>");
    expect(errorText("sipua.error.maxCallsIn", { limit: 4, fromName: "Bob", fromNum: "102" })).toContain("Bob 102");
  });

  it("ERROR-2 a missing detail leaves no placeholder behind", () => {
    for (const code of Object.keys(ERROR_TEXTS).filter(isErrorCode)) expect(errorText(code)).not.toMatch(/[{}]/);
  });

  it("ERROR-5 no text, in any language, holds a code or the place of a fault in a request", () => {
    const codes = Object.keys(ERROR_TEXTS);
    for (const texts of [ERROR_TEXTS, FRENCH_ERRORS]) expect(texts["request.invalid"]).not.toMatch(/[{}]/);
    for (const text of [...Object.values(ERROR_TEXTS), ...Object.values(FRENCH_ERRORS)]) {
      expect(codes.filter((code) => text.includes(code))).toEqual([]);
    }
  });

  it("ERROR-3 only catalogue codes are codes", () => {
    expect(isErrorCode("login.error.login")).toBe(true);
    expect(isErrorCode("toString")).toBe(false);
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
