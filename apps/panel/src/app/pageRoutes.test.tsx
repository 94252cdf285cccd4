// @vitest-environment jsdom
import { PERMISSION_MODULES, mergePermissions, uiFlags } from "@callpanel/contract";
import type { Permission } from "@callpanel/contract";
import { IconSettings } from "@callpanel/ui";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { closePanel, openPanel } from "../../test/openPanel.tsx";
import { createFakeServer, read } from "../../test/fakeServer.ts";
import { PAGES, availablePages } from "../shared/routes.ts";
import { FEATURES } from "./features.ts";
import { menuOf } from "./shell/menu/useMenu.ts";

afterEach(closePanel);

// Without the phone: its settings and sockets are another test's.
const EVERYTHING: readonly Permission[] = PERMISSION_MODULES.filter((module) => module !== "configs").flatMap(
  (module) => [read(module), { module, rule: "write" }],
);

async function openAt(path: string, permissions: readonly Permission[] = EVERYTHING, features = FEATURES) {
  const server = createFakeServer();
  server.permit(permissions);
  const opened = await openPanel({ server, path, signedIn: true, features });
  await screen.findByRole("navigation", { name: "Main" });
  return { server, ...opened };
}

const load = async () => ({ Screen: () => null });
const titles = () => screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);
it("SHELL-30 a page whose texts are loaded with it is French from its first render, and after a change of the language", async () => {
  const { panel, router } = await openAt("/");
  await act(async () => panel.preferences.set({ locale: "fr-CA" }));
  await waitFor(() => expect(panel.words.get().locale).toBe("fr-CA"));
  await act(async () => router.navigate({ to: "/queues/reports" }));
  expect(await screen.findByRole("combobox", { name: "Type de rapport" })).toBeTruthy();
});

it("ROUTE-5 each page of the table is shown by one feature", () => {
  const shown = FEATURES.flatMap(({ pages }) => Object.keys(pages ?? {}));
  expect(shown.toSorted()).toEqual(PAGES.map(({ name }) => name).toSorted());
});

it("ROUTE-1 the table is the spec's, in the spec's order", () => {
  expect(PAGES.map(({ name, paths }) => [name, ...paths].join(" "))).toEqual([
    "announcements /announcements",
    "users / /buddies",
    "chats /chat",
    "queues-dashboard /queues/dashboard",
    "queue-reports /queues/reports",
    "conferences /conferences",
    "video-conferences /video_conferences",
    "parking /parking",
    "voicemails /voicemails",
    "cdrs /cdrs",
    "contacts /contacts",
    "settings-phone-status /settings/phone_status",
    "settings-devices /settings/devices",
    "settings-account /settings/account",
    "settings-softphone /settings/softphone",
    "settings-emergency /settings/emergency",
    "settings-notifications /settings/notifications",
    "settings-click-to-dial /settings/click_to_dial",
    "settings-call-screen-pop /settings/call_screen_pop",
    "settings-stun-servers /settings/stun_servers",
    "settings-blacklist /settings/blacklist",
    "settings-toggle-destinations /settings/toggle_destinations",
    "settings-sms-to-email /settings/sms_to_email",
    "administration-overview /administration/overview",
    "administration-people /administration/people",
    "administration-numbers /administration/numbers",
    "administration-queues /administration/queues",
    "administration-rooms /administration/rooms",
    "administration-lots /administration/lots",
    "administration-lines /administration/lines",
    "administration-permissions /administration/permissions",
    "administration-company /administration/company",
    "administration-activity /administration/activity",
    "administration-audit-log /administration/audit_log",
    "administration-backup /administration/backup",
  ]);
});

it.each([
  ["/queues", "/queues/dashboard", "Queues"],
  ["/settings", "/settings/phone_status", "Phone status"],
])("ROUTE-2 %s opens %s", async (path, leadsTo, title) => {
  const { path: shown } = await openAt(path);
  await waitFor(() => expect(shown()).toBe(leadsTo));
  expect(titles()).toEqual([title]);
});

it.each(["/chat/x/GENERAL", "/CHAT", "/Chat/c/GENERAL", "/chat/C/GENERAL", "/chat/c/1/2/3"])(
  "ROUTE-3 %s is no room",
  async (path) => {
    const { path: shown } = await openAt(path);
    await waitFor(() => expect(shown()).toBe("/"));
  },
);

it("ROUTE-3 elsewhere capital letters do not count", async () => {
  await openAt("/Parking");
  expect(titles()).toEqual(["Parking"]);
});

it.each([
  ["/chat", {}],
  ["/chat/c", { roomType: "c" }],
  ["/chat/p/GENERAL/thread", { roomType: "p", roomId: "GENERAL", extraPath: "thread" }],
  ["/voicemails/inbox", { folder: "inbox" }],
  ["/voicemails/inbox/7", { folder: "inbox", id: "7" }],
])("ROUTE-4 %s passes its segments on", async (path, params) => {
  const { path: shown, router } = await openAt(path);
  expect(shown()).toBe(path);
  expect(router.state.matches.at(-1)?.params).toEqual(params);
});

it("CTD-7 a dialer link is kept during the sign-in, starts the call, and opens the start page", async () => {
  const server = createFakeServer();
  server.permit([read("panel_buddies")]);
  const { path, href, panel } = await openPanel({ server, path: "/dialer/tel%3A%2B1-514-555x" });
  expect(href()).toBe("/login?redirect=%2Fdialer%2Ftel%253A%252B1-514-555x");
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "alice" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign in" })));
  await waitFor(() => expect(path()).toBe("/"));
  await waitFor(() => expect(panel.notices.get().map(({ text }) => text)).toEqual(["Invalid number: +1-514-555x"]));
});

it.each([
  ["offered to the browser by who may click-to-dial", [read("panel_buddies"), read("click_to_dial")], 1],
  ["not offered by anybody else", [read("panel_buddies")], 0],
] as const)("CTD-8 tel links are %s", async (_, rights, times) => {
  const offers: string[] = [];
  Object.assign(navigator, {
    registerProtocolHandler: (scheme: string, url: string) => offers.push(`${scheme} ${url}`),
  });
  const { panel } = await openAt("/", rights);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(panel.connectivity.get()).toBe(true));
  expect(offers).toEqual(Array.from({ length: times }, () => `tel ${window.location.origin}/dialer/%s`));
  Reflect.deleteProperty(navigator, "registerProtocolHandler");
});

it("ROUTE-6 a page that is not available redirects to the first available one", async () => {
  const { path } = await openAt("/cdrs", [read("parkings"), read("contacts")]);
  await waitFor(() => expect(path()).toBe("/parking"));
});

it("ROUTE-6 the first page of the order is shown instead of a forbidden one", async () => {
  const { path } = await openAt("/", [read("cdrs"), read("announcements")]);
  await waitFor(() => expect(path()).toBe("/announcements"));
  await waitFor(() => expect(titles()).toEqual(["Announcements"]));
});

it("ROUTE-6 contacts need either right", async () => {
  for (const right of [read("contacts"), { module: "contacts", rule: "manage_personal" } as const]) {
    const { path } = await openAt("/contacts", [right]);
    expect(path()).toBe("/contacts");
    expect(titles()).toEqual(["Contacts"]);
    closePanel();
  }
});

it("ROUTE-7 a link leads to a page that another feature than the link's shows", () => {
  const features = [
    { menu: { area: "queues", icon: IconSettings }, pages: { "queues-dashboard": load } },
    { pages: { "queue-reports": load } },
  ] as const;
  const targets = (...rights: readonly Permission[]) =>
    menuOf(features, availablePages(uiFlags(mergePermissions(rights)))).map(({ to }) => to);
  expect(targets(read("queue_reports"))).toEqual(["/queues/reports"]);
  expect(targets(read("queue_reports"), read("queues"))).toEqual(["/queues/dashboard"]);
});

it("ROUTE-7 a link of the menu opens the first available page of its area", () => {
  const settings = [{ menu: { area: "settings", icon: IconSettings } }] as const;
  const entries = menuOf(settings, availablePages(uiFlags(mergePermissions([read("click_to_dial")]))));
  expect(entries.map(({ area, to }) => [area, to])).toEqual([["settings", "/settings/account"]]);
  expect(menuOf(settings, availablePages(uiFlags(mergePermissions([read("cdrs")]))))).toEqual([]);
});
