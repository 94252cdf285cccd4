// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";
import { person, serveRows } from "../../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string | RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const choose = (name: string) => act(async () => fireEvent.click(screen.getByRole("radio", { name })));

it("ACCOUNT-40 notifications can be switched and timed, within the limits", async () => {
  const server = createFakeServer();
  server.permit([read("user_preferences")]);
  server.spoil("panel_notifications", { status: 200, body: { enabled: true, timeout: 3_000 } });
  server.spoil("users/1/preferences", {
    status: 200,
    body: { show_missed_calls: true, clearly_anywhere_landing_page: "/buddies" },
  });
  await openPanel({ server, path: "/settings/notifications", signedIn: true });
  await screen.findByRole("switch", { name: "Show notifications" });
  expect(screen.getByText("This browser doesn’t support notifications.")).toBeTruthy();
  await type("Show for (seconds)", "61");
  expect(screen.getByText("Enter whole seconds from 1 to 60")).toBeTruthy();
  await type("Show for (seconds)", "10");
  server.spoil("panel_notifications", { status: 200, body: { enabled: true, timeout: 10_000 } });
  await press("Save");
  expect(server.seenAt("panel_notifications").at(-1)).toMatchObject({
    method: "POST",
    body: { enabled: true, timeout: 10_000 },
  });
  server.spoil("users/1/preferences", {
    status: 200,
    body: { show_missed_calls: false, clearly_anywhere_landing_page: "/buddies" },
  });
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Badge for missed calls" })));
  expect(server.seenAt("users/1/preferences").at(-1)?.body).toEqual({ show_missed_calls: false });
  expect(await screen.findByText("The badge for missed calls is off")).toBeTruthy();
});

it("ACCOUNT-41 a choice takes effect immediately, and is reverted if the server refuses", async () => {
  const server = createFakeServer();
  server.permit([read("click_to_dial")]);
  serveRows(server, "click_to_dial", [{ ...person(1), destination: "softphoneShow" }]);
  await openPanel({ server, path: "/settings/click_to_dial", signedIn: true });
  await screen.findByRole("radio", { name: "Show the softphone" });
  server.spoil("users/1/click_to_dial", { status: 200, body: { destination: "callPanelDial" } });
  await choose("Dial in the call panel");
  expect(server.seenAt("users/1/click_to_dial").at(-1)?.body).toEqual({ destination: "callPanelDial" });
  expect(await screen.findByText("Click-to-dial saved")).toBeTruthy();
  serveRows(server, "click_to_dial", [{ ...person(1), destination: "callPanelDial" }]);
  server.spoil("users/1/click_to_dial", failure(403, "request.forbidden", "Not yours"));
  await choose("Show the softphone");
  expect(await screen.findByText("Not yours")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "Dial in the call panel" })).toHaveProperty("checked", true);
});

it("ACCOUNT-9 ACCOUNT-42 an address is accepted if it may be opened, with a preview of the result", async () => {
  const server = createFakeServer();
  server.permit([read("screenpop")]);
  const none = { type: "none", trigger: "ringing", url: "", allow_override: false };
  serveRows(server, "screen_pop", [{ ...person(1), ...none }]);
  await openPanel({ server, path: "/settings/call_screen_pop", signedIn: true });
  await screen.findByRole("radio", { name: "Nothing" });
  await choose("A web page");
  await choose("When I answer");
  for (const url of ["javascript:alert(1)", "https://{number}.example", "crm.example.com"]) {
    await type(/^Address/, url);
    expect(screen.getByText(/Enter an address that begins with http/), url).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  }
  const url = "https://crm.example.com/find?who={name}&n={number}";
  await type(/^Address/, url);
  expect(screen.getByText("https://crm.example.com/find?who=Zo%C3%AB%20O%E2%80%99Neill&n=%2B14165550142")).toBeTruthy();
  const pop = { type: "url", trigger: "answered", url, allow_override: false };
  server.spoil("users/1/screen_pop", { status: 200, body: pop });
  await press("Save");
  expect(server.seenAt("users/1/screen_pop").at(-1)?.body).toEqual(pop);
});

it("ACCOUNT-43 FORMAT-6 addresses for a number are checked one by one", async () => {
  const server = createFakeServer();
  server.permit([read("dids"), { module: "dids", rule: "write" }]);
  const did = { id: 7, name: "Main", number: "+15145550142" };
  server.spoil("sms/list_dids", { status: 200, body: { total: 1, data: [did] } });
  server.spoil("sms/sms_to_email", {
    status: 200,
    body: { total: 1, data: [{ did_id: 7, enabled: false, emails: [] }] },
  });
  await openPanel({ server, path: "/settings/sms_to_email", signedIn: true });
  const toggle = await screen.findByRole("switch", { name: "Forward messages to (514) 555-0142" });
  expect(screen.queryByText(/starts working when text messages are set up/)).toBeNull();
  await act(async () => fireEvent.click(toggle));
  expect(screen.getByText("Enter an e-mail address")).toBeTruthy();
  await type(/^E-mail addresses/, "a@example.com, nobody");
  expect(screen.getByText("nobody is not an e-mail address")).toBeTruthy();
  await type(/^E-mail addresses/, "a@example.com, b@example.com");
  const row = { did_id: 7, enabled: true, emails: ["a@example.com", "b@example.com"] };
  server.spoil("sms/set_sms_to_email", { status: 200, body: { total: 1, data: [row] } });
  await press("Save");
  expect(server.seenAt("sms/set_sms_to_email").at(-1)?.body).toEqual({ sms_to_emails: [row] });
});

it.each([
  ["none", true],
  ["gateway", false],
])("ACCOUNT-43 with the carrier %s the page says that text messages are not set up: %s", async (carrier, says) => {
  const server = createFakeServer();
  server.permit([read("dids"), read("chats")]);
  const did = { id: 7, name: "Main", number: "+15145550142" };
  server.spoil("sms/list_dids", { status: 200, body: { total: 1, data: [did] } });
  server.spoil("sms/sms_to_email", { status: 200, body: { total: 0, data: [] } });
  server.spoil("/chats/sms_numbers", { status: 200, body: { carrier, total: 0, data: [] } });
  await openPanel({ server, path: "/settings/sms_to_email", signedIn: true });
  await screen.findByRole("switch", { name: "Forward messages to (514) 555-0142" });
  await waitFor(() => expect(server.seenAt("/chats/sms_numbers")).toHaveLength(1));
  const note = /starts working when text messages are set up/;
  if (says) expect(await screen.findByText(note)).toBeTruthy();
  else expect(screen.queryByText(note)).toBeNull();
});
