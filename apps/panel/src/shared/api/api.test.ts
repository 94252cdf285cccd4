import { AppError } from "@callpanel/contract";
import { expect, it } from "vitest";
import { ApiError, sayError } from "./api.ts";
import { createWords } from "../words/words.ts";

const answer = (code: string | null, text: string | null) =>
  new ApiError({ kind: "answer", status: 400, code, text, details: { limit: 4 } });

it("SHELL-12 the server's code and text are kept", () => {
  expect(sayError(answer("request.forbidden", "Not you"), "buddies.load")).toEqual({
    code: "request.forbidden",
    details: { limit: 4 },
    text: "Not you",
  });
});

it("SHELL-12 for a code that is not in the catalogue, the server's text is used", () => {
  expect(sayError(answer("hosted.code", "Hosted text"), "buddies.load")).toEqual({
    code: "hosted.code",
    details: { limit: 4 },
    text: "Hosted text",
  });
});

it("SHELL-12 without both, the fallback is used", () => {
  expect(sayError(answer(null, null), "buddies.load")).toEqual({ code: "buddies.load", details: {}, text: null });
  expect(sayError(new Error("boom"), "buddies.load")).toEqual({ code: "buddies.load", details: {}, text: null });
});

const broken = (status: number, code: string | null, text: string | null) =>
  new ApiError({ kind: "answer", status, code, text, details: {} });

it.each([
  ["no answer", new ApiError({ kind: "unreachable" }), "The server cannot be reached"],
  ["a gateway's own answer", broken(502, null, null), "The server cannot be reached"],
  [
    "a broken server",
    broken(500, "server.internal", "Something went wrong on the server"),
    "Something went wrong on the server",
  ],
])("SHELL-12 with %s the text first names the failed action, then the reason", (_, error, reason) => {
  const words = createWords();
  expect(words.say(sayError(error, "buddies.load"))).toBe(`Failed to load buddies. ${reason}`);
  expect(words.say(sayError(error, "buddies.update"))).toBe(`Failed to update buddy card with API. ${reason}`);
  expect(words.say(sayError(error, "settings.saveFail"))).toBe(`Failed to save settings: ${reason}`);
  expect(words.say(sayError(error, "login.error.login"))).toBe(reason);
});

it("SHELL-12 the server's text for a refusal is used alone, also from a busy server", () => {
  expect(createWords().say(sayError(broken(503, "call.limit", "No line is free"), "buddies.load"))).toBe(
    "No line is free",
  );
});

it("SHELL-12 an expected failure of the panel keeps its code", () => {
  expect(sayError(new AppError("sipua.hint.missNum"), "buddies.load").code).toBe("sipua.hint.missNum");
});
