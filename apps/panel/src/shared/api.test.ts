import { AppError } from "@callpanel/contract";
import { expect, it } from "vitest";
import { ApiError, sayError } from "./api.ts";

const answer = (code: string | null, text: string | null) =>
  new ApiError({ kind: "answer", status: 400, code, text, details: { limit: 4 } });

it("SHELL-12 the server's code and text are kept", () => {
  expect(sayError(answer("request.forbidden", "Not you"), "buddies.load")).toEqual({
    code: "request.forbidden",
    details: { limit: 4 },
    text: "Not you",
  });
});

it("SHELL-12 a code that the catalogue does not know leaves the server's text", () => {
  expect(sayError(answer("hosted.code", "Hosted text"), "buddies.load")).toEqual({
    code: "hosted.code",
    details: { limit: 4 },
    text: "Hosted text",
  });
});

it("SHELL-12 without either the fallback is said", () => {
  expect(sayError(answer(null, null), "buddies.load")).toEqual({ code: "buddies.load", details: {}, text: null });
  expect(sayError(new Error("boom"), "buddies.load")).toEqual({ code: "buddies.load", details: {}, text: null });
});

it("SHELL-12 no answer is said as such", () => {
  expect(sayError(new ApiError({ kind: "unreachable" }), "buddies.load").code).toBe("server.unreachable");
});

it("SHELL-12 an expected failure of the panel keeps its code", () => {
  expect(sayError(new AppError("sipua.hint.missNum"), "buddies.load").code).toBe("sipua.hint.missNum");
});
