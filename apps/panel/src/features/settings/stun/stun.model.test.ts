import { expect, it } from "vitest";
import { isStunList, tidyStunList } from "./stun.model.ts";

it.each(["", "  ", "stun:stun.example.com", "stuns:a.example:5349, stun:[::1]:3478", "STUN:10.0.0.1:19302"])(
  "SET-16 %j is a list of STUN servers",
  (text) => expect(isStunList(text)).toBe(true),
);

it.each([
  "stun.example.com",
  "turn:turn.example.com",
  "stun:",
  "stun:a.example,",
  "stun://a.example",
  "stun:a example",
  "stun:a.example:0",
  "stun:a.example:99999",
  "stun:a.example?transport=udp",
  "javascript:alert(1)",
])("SET-16 %j is not a STUN list", (text) => expect(isStunList(text)).toBe(false));

it("SET-16 spaces are not kept", () => {
  expect(tidyStunList(" stun:a.example ,stuns:b.example ")).toBe("stun:a.example,stuns:b.example");
});
