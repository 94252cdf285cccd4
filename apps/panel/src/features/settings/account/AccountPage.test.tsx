// @vitest-environment jsdom
import type { OtpConfiguration } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { ALICE, createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const OFF: OtpConfiguration = {
  enabled: false,
  method: "app",
  smsAvailable: false,
  email: "alice@example.com",
  phoneNum: "",
  provURI: "otpauth://totp/callpanel:alice?secret=ABCDEFGH",
  secret: "ABCDEFGH",
  qr_svg: "<svg xmlns='http://www.w3.org/2000/svg'/>",
  backupCodes: null,
  backupCodesLeft: 0,
  codeSentTo: null,
};
const ON: OtpConfiguration = { ...OFF, enabled: true, provURI: null, secret: null, qr_svg: null, backupCodesLeft: 10 };

async function openPage({ otp = OFF, path = "/settings/account" } = {}) {
  const server = createFakeServer();
  const write = { module: "otp_configurations", rule: "write" } as const;
  server.permit([read("user_preferences"), read("otp_configurations"), write]);
  server.spoil("otp_configuration", { status: 200, body: otp });
  server.spoil("users/1/preferences", {
    status: 200,
    body: { show_missed_calls: true, clearly_anywhere_landing_page: "/buddies" },
  });
  await openPanel({ server, path, signedIn: true });
  await screen.findByRole("heading", { name: "Profile" });
  await screen.findByRole("textbox", { name: "First name" });
  return server;
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("ACCOUNT-44 a name is saved alone, a new address with the password", async () => {
  const server = await openPage();
  const stored = { id: 1, firstName: "Alicia", lastName: "Archer", email: ALICE.email };
  server.spoil("users/1", { status: 200, body: stored });
  type("First name", "Alicia");
  await press("Save");
  expect(server.seenAt("users/1").at(-1)?.body).toEqual({ first_name: "Alicia", last_name: "Archer" });
  type("E-mail address", "new@example.com");
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  const profile = within(screen.getByRole("region", { name: "Profile" }));
  fireEvent.change(profile.getByLabelText("Current password"), { target: { value: "secret" } });
  await press("Save");
  expect(server.seenAt("users/1").at(-1)?.body).toMatchObject({ email: "new@example.com", current_password: "secret" });
});

it("ACCOUNT-22 ACCOUNT-44 a new password is sent if it is long enough and typed twice", async () => {
  const server = await openPage();
  type("Current password", "secret");
  type("New password", "short");
  expect(screen.getByText("A password has 8 to 1024 characters")).toBeTruthy();
  type("New password", "long enough");
  type("New password again", "long enouhg");
  expect(screen.getByText("The new passwords do not match")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change password" })).toHaveProperty("disabled", true);
  type("New password again", "long enough");
  server.spoil("users/1", failure(400, "account.currentPassword", "The current password is wrong"));
  await press("Change password");
  expect(await screen.findByText("The current password is wrong")).toBeTruthy();
  expect(server.seenAt("users/1").at(-1)?.body).toEqual({
    current_password: "secret",
    new_password: "long enough",
    confirm_password: "long enough",
  });
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "long enough");
});

const DESK = { id: "p1", label: "Desk", created_at: 0, last_used_at: null, user_agent: "", address: "" };

it("SECRET-15 a phone is added with the password, its secret is shown once, and it is removed after a question", async () => {
  const server = createFakeServer();
  server.permit([read("user_preferences"), read("softphone")]);
  server.spoil("phones", { status: 200, body: { data: [] } });
  await openPanel({ server, path: "/settings/account", signedIn: true });
  await screen.findByText("No phones or apps yet.");
  await press("Add phone");
  const dialog = within(await screen.findByRole("dialog", { name: "Add phone" }));
  const submit = dialog.getByRole("button", { name: "Add phone" });
  expect(submit).toHaveProperty("disabled", true);
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: " Desk " } });
  fireEvent.change(dialog.getByLabelText("Current password"), { target: { value: "wrong" } });
  server.spoil("phones", failure(400, "account.currentPassword", "The current password is wrong"));
  await act(async () => fireEvent.click(submit));
  expect(await dialog.findByText("The current password is wrong")).toBeTruthy();

  fireEvent.change(dialog.getByLabelText("Current password"), { target: { value: "right" } });
  const facts = {
    username: "alice",
    realm: "demo",
    server: "wss://panel.example/sip",
    secret: "abcdefghijkmnpqrstuvwxyz23",
  };
  server.spoil("phones", { status: 200, body: { phone: DESK, ...facts, data: [DESK] } });
  await act(async () => fireEvent.click(submit));
  const shown = within(await screen.findByRole("dialog", { name: "Set up your phone" }));
  for (const [label, value] of Object.entries({
    Username: facts.username,
    Realm: facts.realm,
    "Server address": facts.server,
    Secret: facts.secret,
  }))
    expect(shown.getByLabelText(label)).toHaveProperty("value", value);
  expect(
    server
      .seenAt("phones")
      .filter(({ method }) => method === "POST")
      .at(-1)?.body,
  ).toEqual({
    label: "Desk",
    current_password: "right",
  });
  await act(async () => fireEvent.click(shown.getByText("Done")));
  expect(screen.queryByDisplayValue(facts.secret)).toBeNull();

  await screen.findByRole("list", { name: "Phones and apps" });
  await press("Remove Desk");
  const question = within(await screen.findByRole("dialog", { name: "Remove Desk?" }));
  expect(server.seenAt("phones/p1")).toEqual([]);
  server.spoil("phones/p1", { status: 200, body: { success: true } });
  server.spoil("phones", { status: 200, body: { data: [] } });
  await act(async () => fireEvent.click(question.getByRole("button", { name: "Remove" })));
  await screen.findByText("No phones or apps yet.");
  expect(server.seenAt("phones/p1").map(({ method }) => method)).toEqual(["DELETE"]);
});

it("SECRET-15 without the softphone the section is absent", async () => {
  await openPage();
  expect(screen.queryByText("Phones and apps")).toBeNull();
});

it("ACCOUNT-45 an app is set up with its key and confirmed by a code; the back-up codes are shown once", async () => {
  const server = await openPage();
  await press("Set up");
  const dialog = within(await screen.findByRole("dialog", { name: "Set up two-step verification" }));
  expect(dialog.getByText("ABCD EFGH")).toBeTruthy();
  expect(dialog.queryByRole("radio", { name: "Text message" })).toBeNull();
  server.spoil("otp_configuration", {
    status: 200,
    body: { ...ON, backupCodes: ["AAAA-BBBB-CCCC", "DDDD-EEEE-FFFF"] },
  });
  fireEvent.change(dialog.getByLabelText("Code"), { target: { value: "123 456" } });
  await press("Turn on");
  expect(server.seenAt("otp_configuration").at(-1)?.body).toEqual({ enabled: true, method: "app", code: "123 456" });
  expect(await screen.findByText("AAAA-BBBB-CCCC")).toBeTruthy();
  await press("I’ve saved them");
  expect(await screen.findByText("On, with an authenticator app.")).toBeTruthy();
  expect(screen.queryByText("AAAA-BBBB-CCCC")).toBeNull();
});

it("ACCOUNT-45 switching off asks for a code and says why it was refused", async () => {
  const server = await openPage({ otp: ON });
  await press("Turn off");
  const dialog = within(await screen.findByRole("dialog", { name: "Turn off two-step verification" }));
  server.spoil("otp_configuration", failure(400, "otp.invalid", "This code is not valid."));
  fireEvent.change(dialog.getByLabelText("Code"), { target: { value: "000000" } });
  await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Turn off" })));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  expect(server.seenAt("otp_configuration").at(-1)?.body).toEqual({ enabled: false, code: "000000" });
});

it("ACCOUNT-44 settings that the user may not read have no section", async () => {
  const server = createFakeServer();
  server.permit([read("user_preferences")]);
  await openPanel({ server, path: "/settings/account", signedIn: true });
  await screen.findByRole("heading", { name: "Profile" });
  for (const name of ["Two-step verification", "Direct numbers", "Sign in on a phone"])
    expect(screen.queryByRole("heading", { name })).toBeNull();
});

it("ACCOUNT-47 the first page is one of the permitted pages; a forbidden choice opens the first permitted one", async () => {
  const server = createFakeServer();
  server.permit([
    read("user_preferences"),
    { module: "user_preferences", rule: "write" },
    read("panel_buddies"),
    read("parkings"),
  ]);
  const preferences = { show_missed_calls: true, clearly_anywhere_landing_page: "/queues" };
  server.spoil("users/1/preferences", { status: 200, body: preferences });
  await openPanel({ server, path: "/settings/account", signedIn: true });
  const select = await screen.findByRole("combobox", { name: "Start page" });
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Buddies", "Parking"]);
  expect(select).toHaveProperty("value", "/buddies");
});

it("ACCOUNT-48 a name and a picture that were changed somewhere are shown without a reload", async () => {
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit([read("user_preferences"), read("configs")]);
  await openPanel({ server, path: "/settings/account", signedIn: true });
  await screen.findByRole("textbox", { name: "First name" });
  await waitFor(() => expect(events.count()).toBe(1));
  await act(async () => events.join());
  const changed = { ...ALICE, firstName: "Alicia", pictureProfileUrl: "/pictures/new.webp" };
  server.spoil("users/me", { status: 200, body: changed });
  const event = { action: "SETTING", realm: "demo", exten: "101", setting: "profile" } as const;
  await act(async () => events.say({ type: "event", sequence: 1, event }));
  const account = screen.getByRole("button", { name: "Account" });
  await waitFor(() => expect(account.querySelector("img")?.getAttribute("src")).toBe("/pictures/new.webp"));
  await act(async () => fireEvent.click(account));
  expect(await screen.findByText("Alicia Archer")).toBeTruthy();
});

it("PICTURE-15 the picture of the account page opens the dialog of the user's pictures and has the focus again after it", async () => {
  await openPage();
  const picture = screen.getByRole("button", { name: "Change profile picture" });
  picture.focus();
  await press("Change profile picture");
  expect(await screen.findByRole("dialog", { name: "Profile picture" })).toBeTruthy();
  await press("Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(picture));
});

it("PICTURE-15 the same in a frame, which has no account menu", async () => {
  window.history.replaceState(null, "", "/?embedded=true");
  try {
    await openPage({ path: "/settings/account?embedded=true" });
    await press("Change profile picture");
    expect(await screen.findByRole("dialog", { name: "Profile picture" })).toBeTruthy();
  } finally {
    window.history.replaceState(null, "", "/");
  }
});
