import type { ScreenPop } from "@callpanel/contract";
import { expect, it } from "vitest";
import { filledUrl, popOf } from "./screenPop.ts";

const OWN: ScreenPop = { type: "url", trigger: "answered", url: "https://own.example/", allow_override: false };
const call = (conf = "", vars = "") => ({
  number: "+14165550142",
  name: "Zoë & <b>",
  extension: "101",
  callId: "c1",
  headers: { "x-screen-pop-conf": conf, "x-screen-pop-vars": vars },
});
const quiet = (): void => undefined;

it("POP-1 without a page from the call the person's own page opens, if there is one", () => {
  expect(popOf(OWN, call(), quiet)).toMatchObject({ url: OWN.url, trigger: "answered" });
  expect(popOf(null, call(), quiet)).toBeNull();
  expect(popOf({ ...OWN, type: "none" }, call(), quiet)).toBeNull();
});

it("POP-2 the page of the call opens, unless the person's own page may and wants to replace it", () => {
  const sent = "type=url&url=https%3A%2F%2Fsent.example%2F";
  expect(popOf(OWN, call(sent), quiet)).toMatchObject({ url: "https://sent.example/", trigger: "ringing" });
  expect(popOf(null, call(`${sent};trigger=answered`), quiet)).toMatchObject({ trigger: "answered" });
  const wants = { ...OWN, allow_override: true };
  expect(popOf(wants, call(sent), quiet)?.url).toBe(OWN.url);
  expect(popOf(wants, call(`${sent}&allow_override=0`), quiet)?.url).toBe("https://sent.example/");
  expect(popOf({ ...wants, type: "none" }, call(sent), quiet)?.url).toBe("https://sent.example/");
  expect(popOf(OWN, call("type=none"), quiet)).toBeNull();
});

it("POP-2 an unknown trigger is reported, and the person's own page opens", () => {
  const faults: string[] = [];
  const sent = "type=url&url=https%3A%2F%2Fsent.example%2F&trigger=hangup";
  expect(popOf(OWN, call(sent), (trigger) => faults.push(trigger))?.url).toBe(OWN.url);
  expect(faults).toEqual(["hangup"]);
});

it("POP-3 variables are percent-encoded, and a call cannot overwrite known values", () => {
  const vars = "ticket=a%2Fb%3F%23&number=666&name=Eve&half=%ED%A0%80";
  expect(filledUrl("https://crm.example/{ticket}?n={number}&who={name}&x={nothing}#{callid}", call("", vars))).toBe(
    "https://crm.example/a%2Fb%3F%23?n=%2B14165550142&who=Zo%C3%AB%20%26%20%3Cb%3E&x=#c1",
  );
  expect(filledUrl("https://crm.example/?{name}", { ...call(), name: "\uD83D" })).toBe(
    "https://crm.example/?%EF%BF%BD",
  );
});

it("POP-3 only http and https are opened, for any values of the call", () => {
  for (const url of [
    "javascript:alert(1)",
    "JAVASCRIPT://x%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://panel.example/x",
    "file:///etc/passwd",
    "//evil.example",
    "https://{number}@evil.example/",
    "https://user:secret@crm.example/",
    "{url}",
    "",
  ])
    expect(filledUrl(url, call("", "url=javascript:alert(1)")), url).toBeNull();
});
