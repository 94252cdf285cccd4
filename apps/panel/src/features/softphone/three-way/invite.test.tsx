// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import type { Command } from "../../../shared/live/events.ts";
import { SETTLE_MS } from "../../../shared/phone/send/destination.ts";
import { arrive, BOB, talk } from "../test/callSteps.ts";
import { openSoftphone, pass } from "../test/openSoftphone.tsx";
import type { OpenOptions } from "../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../test/reportedCalls.ts";

beforeAll(async () => {
  await import("./ThreeWayDialog.tsx"); // lazy in the product; loaded here so that no test waits for it
});
afterEach(cleanup);

const refused = new ApiError({
  kind: "answer",
  status: 0,
  code: "command.notRegistered",
  text: "No phone is registered for 103",
  details: { number: "103" },
});
const works = ({ command }: Command): unknown =>
  command === "bridgeinfo" ? { bridgeid: "b", bridgePeer: "peer" } : undefined;

/** Alice talks with Bob, and the phone system has reported it. */
async function inviting(options: OpenOptions = {}) {
  const opened = openSoftphone({ answer: works, ...options });
  await talk(opened, BOB);
  nameCalls(opened);
  reportCalls(opened, reportedCall());
  fireEvent.click(within(opened.call("Bob Brandt")).getByRole("button", { name: "Three-way" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Three-way" }));
  const invite = async (text: string) => {
    fireEvent.change(dialog.getByRole("combobox", { name: "Invite" }), { target: { value: text } });
    fireEvent.click(dialog.getByRole("button", { name: "Invite" }));
    await pass(opened.clock, 0);
  };
  return { opened, dialog, invite };
}

test("SOFT-31 Three-way asks for a person to invite, brings them in, and names the person whose number was typed", async () => {
  const { opened, invite } = await inviting();
  await invite("103");
  expect(opened.commands).toEqual([
    { command: "bridgeinfo", channel: "own" },
    { command: "redirect", channel: "own", extra: "peer", to: "3WC-12345678" },
    { command: "Originate", from: "3WC-12345678", to: "103" },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(opened.told()).toEqual(["Carol Chen was invited to the call"]);
});

test("SOFT-31 a person who was chosen from the list is named", async () => {
  const { opened, dialog } = await inviting();
  const field = dialog.getByRole("combobox", { name: "Invite" });
  fireEvent.change(field, { target: { value: "car" } });
  await pass(opened.clock, SETTLE_MS);
  await arrive(opened);
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.click(dialog.getByRole("button", { name: "Invite" }));
  await pass(opened.clock, 0);
  expect(opened.commands.at(-1)).toEqual({ command: "Originate", from: "3WC-12345678", to: "103" });
  expect(opened.told()).toEqual(["Carol Chen was invited to the call"]);
});

test("SOFT-31 the button on a person's row invites them in one click", async () => {
  const { opened, dialog } = await inviting();
  await arrive(opened);
  const row = dialog.getByRole("option", { name: /Carol Chen/ });
  const button = row.querySelector("[data-act=invite]");
  if (button === null) throw new Error("no button on the row");
  expect(button.getAttribute("data-tip")).toBe("Invite");
  fireEvent.click(button);
  await pass(opened.clock, 0);
  expect(opened.commands.at(-1)).toEqual({ command: "Originate", from: "3WC-12345678", to: "103" });
  expect(opened.told()).toEqual(["Carol Chen was invited to the call"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("SOFT-31 a name cannot be invited", async () => {
  const { opened, dialog, invite } = await inviting();
  await invite("Carol");
  expect(dialog.getByRole("alert").textContent).toBe("Invalid number: Carol");
  expect(opened.commands).toEqual([]);
});

test.each(["", "  "])("SOFT-31 with %j in the field nothing can be sent", async (text) => {
  const { opened, dialog, invite } = await inviting();
  await invite(text);
  expect(dialog.getByRole("button", { name: "Invite" })).toHaveProperty("disabled", true);
  fireEvent.keyDown(dialog.getByRole("combobox"), { key: "Enter" });
  expect(opened.commands).toEqual([]);
});

test("SOFT-33 a failure shows a notice; the call continues and the typed text stays", async () => {
  const { opened, dialog, invite } = await inviting({ answer: () => ({ bridgeid: "b", bridgePeer: null }) });
  await invite("103");
  for (let check = 0; check < 10; check += 1) await pass(opened.clock, 500);
  expect(dialog.getByRole("alert").textContent).toBe("Failed to setup three-Way conference.");
  expect(dialog.getByRole("combobox")).toHaveProperty("value", "103");
  expect(opened.phone.getSnapshot().calls).toMatchObject([{ number: "102", visual: "on-call" }]);
});

test("SOFT-33 a failed invitation shows the server's text", async () => {
  const { opened, invite } = await inviting({
    answer: (command) => {
      if (command.command === "Originate") throw refused;
      return works(command);
    },
  });
  await invite("103");
  expect(opened.told()).toEqual(["No phone is registered for 103"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("SOFT-31 a person who may not see active calls has no Three-way", async () => {
  const opened = openSoftphone({ rights: mergePermissions([]) });
  await talk(opened, BOB);
  expect(within(opened.call("Bob Brandt")).queryByRole("button", { name: "Three-way" })).toBeNull();
});
