// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import { cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { callOf } from "../../../../test/fakeCalls.ts";
import { contact } from "../../../../test/fakeContacts.ts";
import { arrive, talk } from "../test/callSteps.ts";
import { openSoftphone } from "../test/openSoftphone.tsx";

afterEach(cleanup);

const RIGHTS = mergePermissions([
  { module: "cdrs", rule: "read" },
  { module: "contacts", rule: "read" },
]);
const NUMBER = "+14165550199";
const ZOE = contact(7, "Zoe Souza", {
  company: "<b>Acme</b>",
  job_title: "Buyer",
  tags: "vip",
  phone_numbers: [{ phone_number: NUMBER, extension: "", label: "" }],
});
const OTHER = contact(8, "Not Her", { phone_numbers: [{ phone_number: `${NUMBER}7`, extension: "", label: "" }] });
const PAST = [
  callOf({ id: 2, caller_id: null, from: NUMBER, callee_id: 1, talk_duration: null }),
  callOf({ id: 1, caller_id: 1, callee_id: null, to: NUMBER, talk_duration: 61 }),
  callOf({ id: 3, caller_id: 1, callee_id: null, to: `${NUMBER}7` }),
];
const answers = (calls: typeof PAST, contacts = [OTHER, ZOE]) => ({
  "cdrs/friendly_calls_by_date": { success: true, total: calls.length, data: calls },
  contacts: { total: contacts.length, data: contacts },
});

test("SOFT-82 company, tags and last calls with the number are below the controls", async () => {
  const opened = openSoftphone({ rights: RIGHTS, personal: answers(PAST) });
  await talk(opened, { number: NUMBER, name: "Zoe Souza" });
  await arrive(opened);
  const card = () => within(opened.call("Zoe Souza")).getByRole("region", { name: "About the caller" });
  expect(card().textContent).toContain("Buyer, <b>Acme</b>vip");
  const calls = within(within(card()).getByRole("list", { name: "Last calls" })).getAllByRole("listitem");
  expect(calls.map((call) => call.dataset["dir"])).toEqual(["mis", "out"]);
  expect(calls[1]?.textContent).toMatch(/^Dialed.*01:01$/);
  fireEvent.click(within(card()).getByRole("button", { name: "Open contact" }));
  expect(opened.contactTask()).toEqual({ kind: "show", contact: ZOE });
});

test("SOFT-82 where nothing is known there is no card", async () => {
  const opened = openSoftphone({ rights: RIGHTS, personal: answers([], [OTHER]) });
  await talk(opened, { number: NUMBER, name: "" });
  await arrive(opened);
  expect(within(opened.call(NUMBER)).queryByRole("region", { name: "About the caller" })).toBeNull();
});
