// @vitest-environment jsdom
import { getCurrentUser } from "@callpanel/contract";
import { settle } from "@callpanel/testkit/clock";
import { IconRecordMail } from "@callpanel/ui";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { closePanel, openPanel } from "../../test/openPanel.tsx";
import { usePageSearch } from "../shared/search/usePageSearch.ts";
import { FEATURES } from "./features.ts";
import { buddy, createFakeServer, failure, read } from "../../test/fakeServer.ts";

afterEach(closePanel);

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign in" })));

it("SESSION-1 empty fields say Required., the first is focused", async () => {
  await openPanel({ server: createFakeServer() });
  await submit();
  expect(screen.getAllByText("Required.")).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText("Username"));
  type("Username", "alice");
  await submit();
  expect(screen.getAllByText("Required.")).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

it("SESSION-2 a refused sign-in shows an alert, and the typed text stays", async () => {
  await openPanel({ server: createFakeServer() });
  type("Username", "alice");
  type("Password", "wrong");
  await submit();
  expect(screen.getByRole("alert").textContent).toBe("Failed login. Invalid email or password.");
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "alice");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "wrong");
});

it("SESSION-11 after the sign-in, and not before, the browser asks for the notification permission", async () => {
  let asked = 0;
  const requestPermission = async () => {
    asked += 1;
    return "granted";
  };
  Object.defineProperty(window, "Notification", {
    value: { permission: "default", requestPermission },
    configurable: true,
  });
  await openPanel({ server: createFakeServer() });
  type("Username", "alice");
  type("Password", "wrong");
  await submit();
  expect(asked).toBe(0);
  type("Password", "secret");
  await submit();
  await waitFor(() => expect(asked).toBe(1));
  Reflect.deleteProperty(window, "Notification");
});

it("SESSION-3 a user who may not use the panel stays on the sign-in page", async () => {
  const server = createFakeServer();
  const text = "Invalid user session. This user is not allowed to access callpanel";
  server.spoil("validate_callpanel_session", failure(403, "login.error.session", text));
  const { path } = await openPanel({ server });
  type("Username", "alice");
  type("Password", "secret");
  await submit();
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(path()).toBe("/login");
});

it("SESSION-7 a deep link survives the sign-in", async () => {
  const { path, href } = await openPanel({ server: createFakeServer(), path: "/buddies?x=1" });
  expect(path()).toBe("/login");
  type("Username", "alice");
  type("Password", "secret");
  await submit();
  await waitFor(() => expect(href()).toBe("/buddies?x=1"));
});

it("ROUTE-8 a sign-in without a return path opens the chosen page", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("parkings"), read("user_preferences")]);
  server.spoil("users/1/preferences", {
    status: 200,
    body: { show_missed_calls: true, clearly_anywhere_landing_page: "/parking" },
  });
  const { path, router } = await openPanel({ server });
  type("Username", "alice");
  type("Password", "secret");
  await submit();
  await waitFor(() => expect(path()).toBe("/parking"));
  expect(await screen.findByRole("heading", { level: 1, name: "Parking" })).toBeTruthy();
  await act(async () => router.navigate({ to: "/" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Buddies" })).toBeTruthy();
  expect(path()).toBe("/");
});

it.each([
  [
    "a choice that is not open",
    { status: 200, body: { show_missed_calls: true, clearly_anywhere_landing_page: "/cdrs" } },
  ],
  ["a choice that cannot be read", failure(500, "server.internal", "Database is away")],
])("ROUTE-8 %s opens the first page", async (_, answer) => {
  const server = createFakeServer();
  server.permit([read("parkings"), read("user_preferences")]);
  server.spoil("users/1/preferences", answer);
  const { path } = await openPanel({ server });
  type("Username", "alice");
  type("Password", "secret");
  await submit();
  await waitFor(() => expect(path()).toBe("/parking"));
});

it("ROUTE-8 a person who comes back signed in stays on their page", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("parkings"), read("user_preferences")]);
  server.spoil("users/1/preferences", {
    status: 200,
    body: { show_missed_calls: true, clearly_anywhere_landing_page: "/parking" },
  });
  const { path } = await openPanel({ server, signedIn: true });
  expect(await screen.findByRole("heading", { level: 1, name: "Buddies" })).toBeTruthy();
  await waitFor(() => expect(server.seenAt("preferences")).not.toHaveLength(0));
  await settle();
  expect(path()).toBe("/");
});

it("SHELL-8 another address of the same page empties the search", async () => {
  const Voicemails = () => <output>{`found: ${usePageSearch()}`}</output>;
  const pages = { voicemails: async () => ({ Screen: Voicemails }) };
  const server = createFakeServer();
  server.permit([read("voicemails")]);
  const { router } = await openPanel({
    server,
    path: "/voicemails/inbox",
    signedIn: true,
    features: [{ menu: { area: "voicemails", icon: IconRecordMail }, pages }],
  });
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "bob" } });
  expect(await screen.findByText("found: bob")).toBeTruthy();
  await act(async () => router.navigate({ to: "/voicemails/old" }));
  expect(await screen.findByText("found:")).toBeTruthy();
});

it("SESSION-7 a link that names another site opens the start page", async () => {
  const { href } = await openPanel({ server: createFakeServer(), path: "/login?redirect=//evil.test" });
  type("Username", "alice");
  type("Password", "secret");
  await submit();
  await waitFor(() => expect(href()).toBe("/"));
});

it("SESSION-13 an expired session shows a message, a sign-out does not", async () => {
  const server = createFakeServer();
  const { path, panel } = await openPanel({ server, path: "/", signedIn: true });
  await waitFor(() => expect(panel.session.state.get().phase).toBe("signed-in"));
  server.expireAll();
  server.refuseRefresh();
  await act(async () => void (await panel.api.call(getCurrentUser, {}).catch(() => undefined)));
  await waitFor(() => expect(path()).toBe("/login"));
  const text = "Your session has ended. Sign in again. (Failed to refresh token)";
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  closePanel();

  const other = await openPanel({ server: createFakeServer(), path: "/", signedIn: true });
  await act(() => other.panel.session.signOut());
  await screen.findByLabelText("Username");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("SESSION-7 a user who is signed in has no sign-in page", async () => {
  const { path } = await openPanel({ server: createFakeServer(), path: "/login", signedIn: true });
  await waitFor(() => expect(path()).toBe("/"));
});

it("SESSION-6 a session that the server has ended redirects to the sign-in page", async () => {
  const server = createFakeServer();
  server.refuseRefresh();
  const opened = openPanel({ server, path: "/buddies", signedIn: true });
  server.spoil("users/permissions", failure(401, "request.unauthorized", "Sign in"));
  server.spoil("users/me", failure(401, "request.unauthorized", "Sign in"));
  const { href } = await opened;
  await waitFor(() => expect(href()).toBe("/login?redirect=%2Fbuddies"));
});

it("SESSION-9 the sign-out route ends the session and shows the sign-in page", async () => {
  const server = createFakeServer();
  const { path, panel } = await openPanel({ server, path: "/signout", signedIn: true });
  await waitFor(() => expect(path()).toBe("/login"));
  expect(panel.session.state.get().phase).toBe("signed-out");
  expect(server.seenAt("/oauth/revoke")).toHaveLength(1);
});

it("SESSION-8 an unexpected callback is refused, with a way to sign in again", async () => {
  await openPanel({ server: createFakeServer(), path: "/clusterpbx_callback?code=x&state=y" });
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to authenticate with oauth2 token");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign in again" })));
  expect(await screen.findByLabelText("Username")).toBeTruthy();
});

it.each(["/buddies/", "/nothing/here", "/login/"])("SHELL-1 %s redirects to /", async (wanted) => {
  const { path } = await openPanel({ server: createFakeServer(), path: wanted, signedIn: true });
  await waitFor(() => expect(path()).toBe("/"));
});

it("SHELL-1 /buddies is the page of /", async () => {
  const { path } = await openPanel({
    server: createFakeServer({ buddies: [buddy(2, "Bob Brandt")] }),
    path: "/buddies",
    signedIn: true,
  });
  expect(await screen.findByRole("listitem", { name: "Bob Brandt" })).toBeTruthy();
  expect(path()).toBe("/buddies");
});

it("SHELL-2 a user who may see no page is led to /403, and back once they may; a reload there starts at /", async () => {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt")] });
  server.permit([read("permissions")]);
  const { path } = await openPanel({ server, path: "/cdrs", signedIn: true });
  await screen.findByRole("heading", { level: 1, name: "Access denied" });
  expect(path()).toBe("/403");
  expect(screen.getByRole("button", { name: "Sign out" })).toBeTruthy();
  server.permit([read("permissions"), read("panel_buddies")]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("listitem", { name: "Bob Brandt" })).toBeTruthy();
  expect(path()).toBe("/");
});

it("SHELL-3 an unsupported browser sees why, at every address", async () => {
  const { path } = await openPanel({ server: createFakeServer(), path: "/buddies", supported: false });
  await waitFor(() => expect(path()).toBe("/unsupported"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This browser is not supported");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Chrome",
    "Chromium above 71",
    "Edge above 79",
    "Firefox above 65",
    "Opera above 58",
    "Safari above 14",
    "Samsung Internet above 12",
  ]);
});

it("SHELL-5 a start-up that failed can be retried", async () => {
  const server = createFakeServer();
  server.spoil("users/permissions", failure(500, "server.internal", "Database is away"));
  await openPanel({ server, signedIn: true });
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Failed to initiate application from API: Failed to init application. Database is away",
  );
  server.spoil("users/permissions", null);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Retry" })));
  expect(await screen.findByRole("navigation", { name: "Main" })).toBeTruthy();
});

it("SHELL-6 going offline covers the page, coming back loads again", async () => {
  const server = createFakeServer();
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  const before = server.seenAt("users/me").length;
  const online = (is: boolean) => {
    Object.defineProperty(navigator, "onLine", { value: is, configurable: true });
    act(() => void window.dispatchEvent(new Event(is ? "online" : "offline")));
  };
  online(false);
  expect(screen.getByText("Connectivity loss...")).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
  online(true);
  await waitFor(() => expect(server.seenAt("users/me").length).toBe(before + 1));
  await waitFor(() => expect(screen.queryByText("Connectivity loss...")).toBeNull());
});

it("SHELL-1 opened at /403 the panel starts at /; later it says that access is denied", async () => {
  const { path, router } = await openPanel({ server: createFakeServer(), path: "/403", signedIn: true });
  await waitFor(() => expect(path()).toBe("/"));
  await screen.findByRole("navigation", { name: "Main" });
  await act(async () => router.navigate({ to: "/403" }));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Access denied");
});

it("SHELL-28 a page whose code does not load shows an error, with Reload; the menu stays", async () => {
  const [first] = FEATURES;
  if (!first) throw new Error("no feature");
  const load = () => Promise.reject(new TypeError("Importing a module script failed."));
  sessionStorage.setItem("tanstack_router_reload:Importing a module script failed.", "1");
  await openPanel({ server: createFakeServer(), signedIn: true, features: [{ ...first, pages: { users: load } }] });
  expect((await screen.findByRole("alert")).textContent).toContain("This page could not be loaded");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});

it("SHELL-18 if a page fails, the menu stays, and the page says so and can be retried", async () => {
  const server = createFakeServer({ buddies: [buddy(2, "Bob Brandt")] });
  let broken = true;
  const [first] = FEATURES;
  if (!first) throw new Error("no feature");
  const load = first.pages?.users;
  if (!load) throw new Error("no page");
  const { Screen } = await load();
  const Breaking = () => {
    if (broken) throw new Error("drawn wrong");
    return <Screen />;
  };
  await openPanel({
    server,
    signedIn: true,
    features: [{ ...first, pages: { users: async () => ({ Screen: Breaking }) } }],
  });
  expect((await screen.findByRole("alert")).textContent).toContain("This page could not be shown");
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
  broken = false;
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Retry" })));
  expect(await screen.findByRole("listitem", { name: "Bob Brandt" })).toBeTruthy();
});
