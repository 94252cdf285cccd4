// @vitest-environment jsdom
import {
  ACCESS_RULES,
  PERMISSION_MODULES,
  SPECIAL_RULES,
  mergePermissions,
  uiFlags,
  type OtpConfiguration,
  type Permission,
  type UiFlag,
} from "@callpanel/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, read } from "../../test/fakeServer.ts";
import { FOLLOW_ME, person, serveRows } from "../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../test/openPanel.tsx";
import { PAGES, availablePages, type PageName } from "../shared/routes.ts";
import { settings } from "../features/settings/index.ts";
import { FEATURES } from "./features.ts";
import { menuOf } from "./shell/menu/useMenu.ts";

afterEach(closePanel);

interface Row {
  /** The minimum rights for the flag. */
  readonly grants: readonly Permission[];
  /** Exactly the pages that are open with these. */
  readonly pages: readonly PageName[];
}
const write = (module: Permission["module"]): Permission => ({ module, rule: "write" });
const row = (grants: readonly Permission[], ...pages: readonly PageName[]): Row => ({ grants, pages });
/** A right to any setting brings those along. */
const settingsRow = (grants: readonly Permission[], ...pages: readonly PageName[]): Row =>
  row(grants, ...pages, "settings-account", "settings-notifications", "settings-blacklist");
const PHONE = [read("configs"), read("softphone")];
const EMERGENCY = (["emergency_caller_id_profiles", "emergency_caller_id_locations"] as const).flatMap((module) => [
  read(module),
  write(module),
]);

/** PAGES-1: an area of administration is seen with `show_…` or with `manage_…`. */
const area = (name: string, ...pages: readonly PageName[]): Row =>
  row([{ module: "administration", rule: `show_${name}` }], ...pages);
/** Rules: each of them alone is enough. */
const alikeOf = (rule: string): readonly string[] =>
  rule === "read" ? ["read", "read_for", "list_for"] : [rule, rule.replace("show_", "manage_")];

/** One line per flag: a new flag in the contract must have a line here. */
const FLAGS: { readonly [Flag in UiFlag]: Row } = {
  confRead: row([read("configs")]),
  softphoneRead: row([read("softphone")]),
  softphone: settingsRow(PHONE, "settings-devices", "settings-softphone", "settings-stun-servers"),
  usersRead: row([read("panel_buddies")], "users"),
  chatsRead: row([read("chats")], "chats"),
  queuesRead: row([read("queues")], "queues-dashboard"),
  queueReportsRead: row([read("queue_reports")], "queue-reports"),
  conferencesRead: row([read("conferences")], "conferences"),
  videoConfRead: row([read("video_conferences")], "video-conferences"),
  parkRead: row([read("parkings")], "parking"),
  vmailsRead: row([read("voicemails")], "voicemails"),
  cdrsRead: row([read("cdrs")], "cdrs"),
  announceRead: row([read("announcements")], "announcements"),
  contactsRead: row([read("contacts")], "contacts"),
  contactsWrite: row([write("contacts")]),
  contactsManagePersonal: row([{ module: "contacts", rule: "manage_personal" }], "contacts"),
  canCallRecord: row([{ module: "active_calls", rule: "execute_record" }]),
  dndRead: settingsRow([read("do_not_disturb")], "settings-phone-status"),
  cwtRead: settingsRow([read("call_waiting")], "settings-phone-status"),
  icomRead: settingsRow([read("intercom")], "settings-phone-status"),
  fwdRead: settingsRow([read("forward")], "settings-phone-status"),
  fmeRead: settingsRow([read("follow_me")], "settings-phone-status"),
  ctdRead: settingsRow([read("click_to_dial")], "settings-click-to-dial"),
  screenPopRead: settingsRow([read("screenpop")], "settings-call-screen-pop"),
  didsRead: settingsRow([read("dids")], "settings-sms-to-email"),
  otpRead: settingsRow([read("otp_configurations")]),
  userPreferencesRead: settingsRow([read("user_preferences")]),
  toggleRead: settingsRow([read("toggle_destinations")], "settings-toggle-destinations"),
  ecidProfRead: settingsRow([read("emergency_caller_id_profiles")]),
  ecidLocRead: settingsRow([read("emergency_caller_id_locations")]),
  emergencyRead: settingsRow(EMERGENCY, "settings-emergency"),
  hasAccess: settingsRow([read("dids")], "settings-sms-to-email"),
  administrationPeople: area("people", "administration-people"),
  administrationNumbers: area("numbers", "administration-numbers"),
  administrationQueues: area("queues", "administration-queues"),
  administrationRooms: area("rooms", "administration-rooms"),
  administrationLots: area("lots", "administration-lots"),
  administrationLines: area("lines", "administration-lines"),
  administrationPermissions: area("permissions", "administration-permissions"),
  administrationCompany: area("company", "administration-overview", "administration-company"),
  administrationActivity: area("activity", "administration-overview", "administration-activity"),
  administrationAuditLog: area("audit_log", "administration-audit-log"),
  administrationBackup: area("backup", "administration-backup"),
};
const flagNames = Object.keys(FLAGS).filter((flag): flag is UiFlag => Object.hasOwn(FLAGS, flag));

const SPECIAL = new Map<string, readonly string[]>(Object.entries(SPECIAL_RULES));
const EVERYTHING: readonly Permission[] = PERMISSION_MODULES.flatMap((module) =>
  [...ACCESS_RULES, ...(SPECIAL.get(module) ?? [])].map((rule) => ({ module, rule })),
);
const pagesWith = (permissions: readonly Permission[]) =>
  availablePages(uiFlags(mergePermissions(permissions))).map(({ name }) => name);
const sorted = (names: readonly string[]) => names.toSorted();

it("RIGHTS-10 every flag has its line, and is true with its rights alone", () => {
  expect(sorted(flagNames)).toEqual(sorted(Object.keys(uiFlags(mergePermissions([])))));
  for (const flag of flagNames) {
    expect(uiFlags(mergePermissions(FLAGS[flag].grants))[flag], flag).toBe(true);
    expect(uiFlags(mergePermissions([]))[flag], flag).toBe(false);
    if (flag === "hasAccess") continue;
    for (const { module, rule } of FLAGS[flag].grants) {
      // Reading is granted in three ways (PERM-2): without all of them the flag is false, even with all other rights.
      const alike = alikeOf(rule);
      const lacking = EVERYTHING.filter((one) => one.module !== module || !alike.includes(one.rule));
      expect(uiFlags(mergePermissions(lacking))[flag], `${flag} without ${module}:${rule}`).toBe(false);
    }
  }
});

it("RIGHTS-11 each flag opens exactly its pages, and without any flag of a page it is closed", () => {
  for (const flag of flagNames) expect(sorted(pagesWith(FLAGS[flag].grants)), flag).toEqual(sorted(FLAGS[flag].pages));
  expect(pagesWith([])).toEqual([]);
  expect(sorted(pagesWith(EVERYTHING))).toEqual(sorted(PAGES.map(({ name }) => name)));
  for (const { name } of PAGES) {
    const openers = flagNames.filter((flag) => FLAGS[flag].pages.includes(name));
    expect(openers.length, name).toBeGreaterThan(0);
    const modules = new Set(openers.flatMap((flag) => FLAGS[flag].grants.map(({ module }) => module)));
    expect(pagesWith(EVERYTHING.filter(({ module }) => !modules.has(module))), name).not.toContain(name);
  }
});

it("RIGHTS-11 the menu has an entry for an area exactly where one of its pages is open", () => {
  for (const flag of flagNames) {
    const open = FLAGS[flag].pages;
    const areas = PAGES.filter(({ name }) => open.includes(name)).map(({ area }) => area);
    const wanted = FEATURES.flatMap(({ menu }) => (menu && areas.includes(menu.area) ? [menu.area] : []));
    const entries = menuOf(FEATURES, availablePages(uiFlags(mergePermissions(FLAGS[flag].grants))));
    expect(
      entries.map(({ area }) => area),
      flag,
    ).toEqual(wanted);
  }
});

const NO_OTP: OtpConfiguration = {
  enabled: false,
  method: "app",
  smsAvailable: false,
  email: "",
  phoneNum: "",
  provURI: null,
  secret: null,
  qr_svg: null,
  backupCodes: null,
  backupCodesLeft: 0,
  codeSentTo: null,
};

/** The parts of a page that are shown with only one flag: its sections by heading, and the important switches and buttons. */
const WHERE = "Where you’re signed in";
const SECTIONS: ReadonlyArray<readonly [UiFlag, path: string, headings: readonly string[]]> = [
  ["dndRead", "/settings/phone_status", ["Incoming calls"]],
  ["cwtRead", "/settings/phone_status", ["Incoming calls"]],
  ["fwdRead", "/settings/phone_status", ["Call forward"]],
  ["fmeRead", "/settings/phone_status", ["Follow-me"]],
  ["icomRead", "/settings/phone_status", ["Intercom"]],
  // Everyone with any settings can change their password.
  ["dndRead", "/settings/account", ["Profile", "Password", WHERE]],
  // Without another page to choose there is no first page to ask for.
  ["userPreferencesRead", "/settings/account", ["Profile", "Password", WHERE]],
  ["otpRead", "/settings/account", ["Profile", "Password", "Two-step verification", WHERE]],
  ["didsRead", "/settings/account", ["Profile", "Password", WHERE, "Direct numbers"]],
];

it.each(SECTIONS)(
  "RIGHTS-12 SET-19 with %s alone %s shows its own sections and no others",
  async (flag, path, headings) => {
    const server = createFakeServer();
    server.permit(FLAGS[flag].grants);
    const own = person(1);
    serveRows(server, "do_not_disturb", [{ ...own, enabled: false }]);
    serveRows(server, "call_waiting", [{ ...own, enabled: true }]);
    serveRows(server, "forward", [{ ...own, enabled: false, number: "" }]);
    serveRows(server, "follow_me", [{ ...own, ...FOLLOW_ME }]);
    serveRows(server, "intercom", [
      { ...own, deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true },
    ]);
    serveRows(server, "dids", [{ ...own, dids: [] }]);
    const preferences = { show_missed_calls: true, clearly_anywhere_landing_page: "/buddies" };
    server.spoil("users/1/preferences", { status: 200, body: preferences });
    server.spoil("otp_configuration", { status: 200, body: NO_OTP });
    await openPanel({ server, path, signedIn: true });
    const page = await screen.findByRole("main");
    // Each section loads its own data, and appears afterwards.
    await waitFor(() => expect([...page.querySelectorAll("h2")].map((one) => one.textContent)).toEqual(headings));
    // No request for something that the person may not read.
    const asked = server.seen.map(({ url }) => url).filter((url) => url.includes("can_watch_users"));
    expect(asked.every((url) => sectionOf(flag).some((name) => url.includes(name)))).toBe(true);
    const list = within(page).getByRole("navigation");
    const built = PAGES.filter(({ name }) => FLAGS[flag].pages.includes(name) && settings.pages?.[name]);
    expect(within(list).getAllByRole("link")).toHaveLength(built.length);
  },
);

const sectionOf = (flag: UiFlag): readonly string[] => FLAGS[flag].grants.map(({ module }) => `/${module}/`);

/** A button or a switch of a page, and the rights that show it, in addition to those that open the page. */
const PARTS: ReadonlyArray<
  readonly [name: string, role: string, path: string, opens: readonly Permission[], shows: readonly Permission[]]
> = [
  ["New contact", "button", "/contacts", [read("contacts")], [write("contacts")]],
  ["Personal", "radio", "/contacts", [read("contacts")], [{ module: "contacts", rule: "manage_personal" }]],
  ["Badge for missed calls", "switch", "/settings/notifications", [read("dids")], [read("user_preferences")]],
  ["Do not disturb", "switch", "/settings/phone_status", [read("call_waiting")], [read("do_not_disturb")]],
  ["Call waiting", "switch", "/settings/phone_status", [read("do_not_disturb")], [read("call_waiting")]],
];

it.each(PARTS)(
  "RIGHTS-12 %s, a %s of %s, is shown with its right and not without",
  async (name, role, path, opens, shows) => {
    for (const permissions of [[...opens, ...shows], opens]) {
      const server = createFakeServer();
      server.permit(permissions);
      serveRows(server, "do_not_disturb", [{ ...person(1), enabled: false }]);
      serveRows(server, "call_waiting", [{ ...person(1), enabled: true }]);
      server.spoil("panel_notifications", { status: 200, body: { enabled: true, timeout: 3_000 } });
      server.spoil("users/1/preferences", {
        status: 200,
        body: { show_missed_calls: true, clearly_anywhere_landing_page: "/buddies" },
      });
      await openPanel({ server, path, signedIn: true });
      const page = await screen.findByRole("main");
      if (permissions === opens) {
        // The other parts of the page are rendered, so this one is not just late.
        await within(page).findAllByRole(path === "/contacts" ? "button" : "switch");
        expect(within(page).queryByRole(role, { name })).toBeNull();
        // An empty list offers it a second time.
      } else await within(page).findAllByRole(role, { name });
      closePanel();
    }
  },
);
