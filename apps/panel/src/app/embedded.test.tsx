// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buddy, createFakeServer, failure, read } from "../../test/fakeServer.ts";
import { person, serveRows } from "../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../test/openPanel.tsx";

// The flag is read from the page's own address, the route from the memory history of the test.
beforeEach(() => window.history.replaceState(null, "", "/?embedded=true"));
afterEach(() => {
  closePanel();
  window.history.replaceState(null, "", "/");
});

const LINK = "/embedded_login?embedded=true&cloud_id=demo&username=alice";
const PREFERENCES = { show_missed_calls: true, clearly_anywhere_landing_page: "/parking" };
const MAY = [
  read("panel_buddies"),
  read("parkings"),
  read("user_preferences"),
  { module: "user_preferences", rule: "write" },
] as const;

function serve() {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt")] });
  server.permit(MAY);
  server.spoil("users/1/preferences", { status: 200, body: PREFERENCES });
  return server;
}

const storedKeys = () =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "").toSorted((a, b) =>
    a < b ? -1 : 1,
  );

const click = async (role: string, name: string) => {
  const target = await screen.findByRole(role, { name });
  await act(async () => fireEvent.click(target));
};

it("EMBED-2 EMBED-3 embedded there is a toolbar with the page's title, and no menu, top bar or footer", async () => {
  await openPanel({ server: serve(), path: "/?embedded=true", signedIn: true });
  const bar = await screen.findByRole("banner", { name: "Embedded toolbar" });
  expect(within(bar).getByRole("heading", { level: 1, name: "Buddies" })).toBeTruthy();
  expect(await within(bar).findByRole("searchbox", { name: "Search" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Account" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Softphone" })).toBeNull();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(document.querySelector("footer")).toBeNull();
});

it("EMBED-2 on a chat route there is no toolbar either, but a heading", async () => {
  const server = serve();
  server.permit([...MAY, read("chats")]);
  await openPanel({ server, path: "/chat?embedded=true", signedIn: true });
  expect(await screen.findByRole("heading", { level: 1, name: "Chat" })).toBeTruthy();
  expect(screen.queryByRole("banner")).toBeNull();
});

it("AVAIL-7 the frame also says why calls do not arrive, and how to fix it", async () => {
  const server = serve();
  server.permit([...MAY, read("do_not_disturb")]);
  const person = { user_id: 1, subscriber_id: 1, username: "alice", first_name: "Alice", last_name: "Archer" };
  const row = { ...person, exten: "101", may_write: true, enabled: true };
  const rows = (enabled: boolean) => ({ status: 200, body: { total: 1, data: [{ ...row, enabled }] } });
  server.spoil("users/1/do_not_disturb/can_watch_users", rows(true));
  await openPanel({ server, path: "/?embedded=true", signedIn: true });
  const strip = await screen.findByRole("region", { name: "Not reachable" });
  expect(strip.textContent).toContain("Do not disturb is on");
  server.spoil("users/1/do_not_disturb", { status: 200, body: { enabled: false } });
  server.spoil("users/1/do_not_disturb/can_watch_users", rows(false));
  await click("button", "Turn off");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Not reachable" })).toBeNull());
});

it("EMBED-18 contact dialogs open here as well", async () => {
  const server = serve();
  server.permit([...MAY, read("contacts"), { module: "contacts", rule: "write" }]);
  await openPanel({ server, path: "/contacts?embedded=true", signedIn: true });
  const [opener] = await screen.findAllByRole("button", { name: "New contact" });
  await act(async () => opener?.click());
  expect(await screen.findByRole("dialog", { name: /contact/i })).toBeTruthy();
});

it("EMBED-1 EMBED-3 Pages lists the permitted pages, and the flag is kept", async () => {
  const { href } = await openPanel({ server: serve(), path: "/?embedded=true", signedIn: true });
  await click("button", "Pages");
  const pages = screen.getByRole("navigation", { name: "Pages" });
  expect(
    within(pages)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("aria-current")]),
  ).toEqual([
    ["Buddies", "page"],
    ["Parking", null],
  ]);
  expect(document.activeElement?.textContent).toBe("Buddies");
  fireEvent.keyDown(pages, { key: "Escape" });
  expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pages" }));
  await click("button", "Pages");
  await click("link", "Parking");
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(href()).toBe("/parking?embedded=true");
  expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
});

it("EMBED-19 do not disturb and sign out are below the list of pages", async () => {
  const server = serve();
  server.permit([...MAY, read("do_not_disturb")]);
  serveRows(server, "do_not_disturb", [{ ...person(1), enabled: false }]);
  const { path } = await openPanel({ server, path: "/?embedded=true", signedIn: true });
  await click("button", "Pages");
  const dnd = await screen.findByRole("switch", { name: "Do not disturb" });
  await act(async () => dnd.click());
  await waitFor(() =>
    expect(server.seenAt("users/1/do_not_disturb").some(({ method }) => method === "PUT")).toBe(true),
  );
  await click("button", "Sign out");
  await waitFor(() => expect(path()).toMatch(/login/));
});

it("EMBED-4 the heart marks the landing page, and a failure reverts it", async () => {
  const server = serve();
  await openPanel({ server, path: "/?embedded=true", signedIn: true });
  const heart = () => screen.getByRole("button", { name: "Start page" });
  await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("false"));
  server.spoil("users/1/preferences", {
    status: 200,
    body: { ...PREFERENCES, clearly_anywhere_landing_page: "/buddies" },
  });
  await click("button", "Start page");
  await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
  const puts = server.seenAt("users/1/preferences").filter(({ method }) => method === "PUT");
  expect(puts.map(({ body }) => body)).toEqual([{ clearly_anywhere_landing_page: "/buddies" }]);
  await click("button", "Pages");
  await click("link", "Parking");
  server.spoil("users/1/preferences", failure(403, "request.forbidden", "You do not have permission to do this"));
  await click("button", "Start page");
  expect(await screen.findByText("The start page could not be saved")).toBeTruthy();
  expect(heart().getAttribute("aria-pressed")).toBe("false");
});

it("EMBED-4 without the right to write preferences there is no heart", async () => {
  const server = serve();
  server.permit([read("panel_buddies"), read("user_preferences")]);
  await openPanel({ server, path: "/?embedded=true", signedIn: true });
  await screen.findByRole("listitem", { name: "Bob Brandt" });
  expect(screen.queryByRole("button", { name: "Start page" })).toBeNull();
});

it("EMBED-5 EMBED-6 a link signs in, is removed from the address, and opens the landing page", async () => {
  const server = serve();
  const { href, panel } = await openPanel({ server, path: `${LINK}#auth_token=link` });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(href()).toBe("/parking?embedded=true");
  expect(panel.session.state.get().phase).toBe("signed-in");
  expect(storedKeys().filter((key) => /cloud|user|lang|pass|auth_token$/.test(key))).toEqual([
    "auth_cloud_id",
    "auth_language",
    "auth_username",
  ]);
  expect(localStorage.getItem("auth_cloud_id")).toBe("demo");
});

it("EMBED-5 redirect=chat opens the chat, and the language is applied", async () => {
  const server = serve();
  server.permit([...MAY, read("chats")]);
  const path = `${LINK}&redirect=chat&language=fr-CA#password=secret`;
  const opened = await openPanel({ server, path });
  await waitFor(() => expect(opened.path()).toBe("/chat"));
  expect(opened.panel.preferences.get().locale).toBe("fr-CA");
});

it("EMBED-5 a refusal clears the tokens that were there and shows the form, filled in but for the password", async () => {
  const server = serve();
  const { panel, path } = await openPanel({ server, path: `${LINK}#password=wrong`, signedIn: true });
  expect((await screen.findByRole("alert")).textContent).toBe("Failed login. Invalid email or password.");
  expect(panel.session.state.get().phase).toBe("signed-out");
  expect(localStorage.getItem("auth_refresh_token")).toBeNull();
  expect(path()).toBe("/embedded_login");
  expect(screen.getByLabelText("Cloud ID")).toHaveProperty("value", "demo");
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "alice");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
  await click("button", "Sign in");
  expect(screen.getAllByText("Required.")).toHaveLength(1);
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await click("button", "Sign in");
  await screen.findByRole("heading", { level: 1, name: "Parking" });
});

it("EMBED-5 a session that was open before is ended on the server", async () => {
  const server = serve();
  await openPanel({ server, path: `${LINK}#password=secret`, signedIn: true });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(server.seenAt("/oauth/revoke").map(({ body }) => body)).toEqual([
    { token: "refresh-1", client_id: "callpanel" },
  ]);
});

const BOBS = "/embedded_login?embedded=true&cloud_id=demo&username=bob";

it("EMBED-25 a link for another person asks first, and the current person can stay signed in", async () => {
  const server = serve();
  const { panel, href } = await openPanel({ server, path: `${BOBS}#password=of-the-attacker`, signedIn: true });
  await screen.findByRole("heading", { level: 1, name: "You’re signed in as Alice Archer" });
  expect(href()).toBe("/embedded_login?embedded=true&cloud_id=demo&username=bob");
  expect(screen.getByText("Sign in as bob instead? Alice Archer will be signed out here.")).toBeTruthy();
  expect([server.seenAt("webview_auth"), server.seenAt("/oauth/revoke")]).toEqual([[], []]);
  await click("button", "Stay signed in as Alice Archer");
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect([server.seenAt("webview_auth"), server.seenAt("/oauth/revoke")]).toEqual([[], []]);
  expect(panel.session.state.get()).toMatchObject({ phase: "signed-in", token: { refresh_token: "refresh-1" } });
});

it("EMBED-25 after confirmation the person is replaced, and their session ends", async () => {
  const server = serve();
  await openPanel({ server, path: `${BOBS}#password=secret`, signedIn: true });
  await click("button", "Sign in as bob");
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(server.seenAt("webview_auth").map(({ body }) => body)).toEqual([
    { cloud_id: "demo", username: "bob", password: "secret" },
  ]);
  expect(server.seenAt("/oauth/revoke")).toHaveLength(1);
});

it("EMBED-25 a link for the same person is not consumed while they are signed in", async () => {
  const server = serve();
  await openPanel({ server, path: `${LINK}#auth_token=link`, signedIn: true });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect([server.seenAt("webview_auth"), server.seenAt("/oauth/revoke")]).toEqual([[], []]);
});

it("EMBED-25 if the server does not say who is signed in, nothing is replaced", async () => {
  const server = serve();
  server.spoil("users/me", failure(500, "server.internal", "Something went wrong"));
  const { panel } = await openPanel({ server, path: `${BOBS}#password=secret`, signedIn: true });
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(server.seenAt("webview_auth")).toEqual([]);
  expect(panel.session.state.get().phase).toBe("signed-in");
});

async function signInWith(fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await click("button", "Sign in");
}

it("EMBED-1 EMBED-5 signed out, every embedded page redirects to the embedded sign-in and back", async () => {
  const opened = await openPanel({ server: serve(), path: "/parking?embedded=true", supported: true });
  await waitFor(() => expect(opened.path()).toBe("/embedded_login"));
  await signInWith({ "Cloud ID": "demo", Username: "alice", Password: "secret" });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(opened.href()).toBe("/parking?embedded=true");
});

it("EMBED-5 a person without a cloud id leaves it empty", async () => {
  const server = serve();
  await openPanel({ server, path: "/embedded_login?embedded=true" });
  await click("button", "Sign in");
  expect(screen.getAllByText("Required.")).toHaveLength(2);
  await signInWith({ Username: "alice", Password: "secret" });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  expect(server.seenAt("webview_auth").map(({ body }) => body)).toEqual([{ username: "alice", password: "secret" }]);
});

it("EMBED-5 the embedded sign-in passes in a browser that is not supported", async () => {
  const { path } = await openPanel({ server: serve(), path: LINK, supported: false });
  expect(await screen.findByLabelText("Cloud ID")).toBeTruthy();
  expect(path()).toBe("/embedded_login");
});

it("EMBED-7 signing out deletes the stored user", async () => {
  const { panel } = await openPanel({ server: serve(), path: `${LINK}#auth_token=link` });
  await screen.findByRole("heading", { level: 1, name: "Parking" });
  await act(() => panel.session.signOut());
  expect(storedKeys().filter((key) => key.startsWith("auth_"))).toEqual([]);
});

it("EMBED-5 a second factor is requested here too, and its code is sent with the given credentials", async () => {
  const server = serve();
  const body = { error: "mfa_required", code: "otp.required", error_description: "Enter the code" };
  server.spoil("webview_auth", { status: 400, body: { ...body, details: { challenge: "c1", method: "app" } } });
  await openPanel({ server, path: `${LINK}#password=secret` });
  fireEvent.change(await screen.findByRole("textbox", { name: "Code" }), { target: { value: "123456" } });
  server.spoil("webview_auth", failure(400, "otp.invalid", "This code is not valid."));
  await click("button", "Continue");
  expect((await screen.findByRole("alert")).textContent).toContain("This code is not valid.");
  const sent = server.seenAt("webview_auth").map(({ body: fields }) => fields);
  expect(sent[1]).toEqual({
    cloud_id: "demo",
    username: "alice",
    password: "secret",
    otp_challenge: "c1",
    otp_code: "123456",
  });
});
