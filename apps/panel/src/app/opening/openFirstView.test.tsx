// @vitest-environment jsdom
import { settle } from "@callpanel/testkit/clock";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read, TEST_CONFIG } from "../../../test/fakeServer.ts";
import { closePanel, preparePage } from "../../../test/openPanel.tsx";
import { composePanel } from "../compose.ts";
import { FEATURES } from "../features.ts";
import { openFirstView, signInFirst } from "./openFirstView.tsx";
import * as routed from "./routedPanel.tsx";

afterEach(() => {
  closePanel();
  window.history.replaceState(null, "", "/");
});

function open(path: string, { loads = () => Promise.resolve(routed), startPage = "/buddies", savesData = false } = {}) {
  window.history.replaceState(null, "", path);
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("parkings"), read("user_preferences")]);
  const preferences = { show_missed_calls: true, clearly_anywhere_landing_page: startPage };
  server.spoil("users/1/preferences", { status: 200, body: preferences });
  preparePage(server);
  const panel = composePanel({ window, config: TEST_CONFIG, version: "0.0.0" });
  const view = render(<></>);
  const idle: (() => void)[] = [];
  const replaced: string[] = [];
  let loadCount = 0;
  const opening = openFirstView({
    routes: {
      panel: { ...panel, savesData: () => savesData, whenIdle: (run) => (idle.push(run), () => undefined) },
      loadFeatures: async () => FEATURES,
      supported: true,
    },
    loadRouted: () => {
      loadCount += 1;
      return loads();
    },
    place: {
      pathname: window.location.pathname,
      search: window.location.search,
      replace: (to) => replaced.push(String(to)),
    },
    rename: (to) => window.history.replaceState(null, "", to),
    show: (next) => act(() => view.rerender(next)),
  });
  return { server, panel, opening, idle, replaced, loadCount: () => loadCount };
}

async function signIn() {
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "alice" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign in" })));
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

it("SHELL-36 the sign-in page comes without the routes, which are fetched while the person types", async () => {
  const { opening, idle, loadCount } = open("/");
  await opening;
  expect(screen.getByLabelText("Username")).toBeTruthy();
  expect(window.location.pathname).toBe("/login");
  expect(loadCount()).toBe(0);
  for (const run of idle) run();
  expect(loadCount()).toBe(1);
  await signIn();
  expect(await heading("Buddies")).toBeTruthy();
  expect(window.location.pathname).toBe("/");
  closePanel();
  expect(open("/", { savesData: true }).idle).toEqual([]);
});

it("SHELL-36 ROUTE-8 it leads to the start page, or to the requested page", async () => {
  await open("/", { startPage: "/parking" }).opening;
  await signIn();
  expect(await heading("Parking")).toBeTruthy();
  closePanel();
  await open("/login?redirect=%2Fparking").opening;
  await signIn();
  expect(await heading("Parking")).toBeTruthy();
  expect(window.location.href).toMatch(/\/parking$/);
});

it("SHELL-36 a refused sign-in stays, and a sign-in in another tab opens the panel", async () => {
  const { server, panel, opening, loadCount } = open("/login");
  await opening;
  server.spoil("validate_callpanel_session", failure(403, "login.error.session", "Not you"));
  await signIn();
  expect(screen.getByRole("alert").textContent).toBe("Not you");
  expect(loadCount()).toBe(0);
  server.spoil("validate_callpanel_session", { status: 200, body: { success: true } });
  await act(() => panel.session.signIn({ username: "alice", password: "secret" }));
  expect(await heading("Buddies")).toBeTruthy();
  expect(loadCount()).toBe(1);
});

it("SHELL-36 if the routes cannot be fetched the address is loaded again", async () => {
  const { opening, replaced } = open("/login?redirect=%2Fparking", { loads: () => Promise.reject(new Error("gone")) });
  await opening;
  await signIn();
  await settle();
  await waitFor(() => expect(replaced).toEqual(["/parking"]));
});

it("SHELL-36 at other addresses, in a frame and with a session the routes decide", async () => {
  const { panel, opening } = open("/setup");
  await opening;
  const at = (pathname: string, search = "") => signInFirst(panel, { pathname, search });
  expect([at("/"), at("/login"), at("/login", "?redirect=//evil.example")]).toEqual(["/", "/", "/"]);
  expect([at("/parking"), at("/", "?x=1"), at("/setup"), at("/embedded_login")]).toEqual([null, null, null, null]);
  expect(signInFirst({ ...panel, embedded: true }, { pathname: "/", search: "" })).toBeNull();
  await act(() => panel.session.signIn({ username: "alice", password: "secret" }));
  expect(at("/login")).toBeNull();
});
