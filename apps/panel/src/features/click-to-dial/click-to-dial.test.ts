import { DEFAULT_FEATURE_CODES, mergePermissions, uiFlags } from "@callpanel/contract";
import type { ClickToDialDestination } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { createWire } from "../../adapters/http/wire.ts";
import { ApiError } from "../../shared/api/api.ts";
import type { Api } from "../../shared/api/api.ts";
import type { Command } from "../../shared/live/events.ts";
import type { SoftphoneButton } from "../../shared/phone/softphone.ts";
import { createStore } from "../../shared/store.ts";
import { createWords } from "../../shared/words/words.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { ALICE, createFakeServer, read } from "../../../test/fakeServer.ts";
import { startDialling } from "./dialling.ts";
import type { DialledPhone, PhoneSlot } from "./dialling.ts";
import { decide, numberIn } from "./click-to-dial.model.ts";
import type { Click } from "./click-to-dial.model.ts";

const CLICK: Click = {
  from: "link",
  destination: "+1 514 555-0142",
  setting: "softphoneShow",
  external: false,
  hasSoftphone: true,
  mayOriginate: true,
  featureCodes: DEFAULT_FEATURE_CODES,
};
const NUMBER = "+15145550142";

it.each([
  ["102", "102"],
  ["tel:+1-514-555-0142", "+1-514-555-0142"],
  ["TEL:102;phone-context=demo;ext=7", "102"],
  [" 102 ", "102"],
])("CTD-1 %s means %s", (destination, number) => {
  expect(numberIn(destination)).toBe(number);
});

it.each([
  ["javascript:alert(1)", "sipua.error.invalidNumber"],
  ["102;<script>", "sipua.error.invalidNumber"],
  ["tel:", "sipua.hint.missNum"],
  ["", "sipua.hint.missNum"],
  ["sip:102@evil.test", "sipua.error.invalidNumber"],
  ["102\r\nX-Evil: 1", "sipua.error.invalidNumber"],
  ["1".repeat(65), "sipua.error.invalidNumber"],
  ["*5551", "sipua.error.invalidFeatureCode"],
] as const)("CTD-1 %j is refused", (destination, code) => {
  for (const setting of ["softphoneShow", "callPanelDial", "dialAfterOriginate"] as const)
    expect(decide({ ...CLICK, destination, setting })).toMatchObject({ ok: false, code });
});

it("CTD-2 by default the number is shown", () => {
  expect(decide(CLICK)).toEqual({ ok: true, way: "show", number: NUMBER });
});

it("CTD-3 dialling in the panel needs a softphone", () => {
  expect(decide({ ...CLICK, setting: "callPanelDial" })).toEqual({ ok: true, way: "dial", number: NUMBER });
  expect(decide({ ...CLICK, setting: "callPanelDial", hasSoftphone: false })).toMatchObject({
    ok: false,
    code: "ctd.noSoftphone",
  });
});

it("CTD-4 originating, and showing without a softphone, ring the person's own phones", () => {
  expect(decide({ ...CLICK, setting: "dialAfterOriginate" })).toMatchObject({ way: "originate" });
  expect(decide({ ...CLICK, hasSoftphone: false })).toMatchObject({ way: "originate" });
  expect(decide({ ...CLICK, hasSoftphone: false, mayOriginate: false })).toMatchObject({
    ok: false,
    code: "request.forbidden",
  });
});

it.each(["*965551234", "##102", "102#5"])("CTD-5 %s is dialled by no link", (destination) => {
  for (const setting of ["softphoneShow", "callPanelDial", "dialAfterOriginate"] as const)
    expect(decide({ ...CLICK, destination, setting })).toMatchObject({ way: "show" });
  expect(decide({ ...CLICK, destination, hasSoftphone: false })).toMatchObject({ code: "ctd.code" });
  expect(decide({ ...CLICK, destination, external: true })).toMatchObject({ code: "ctd.code" });
});

it("CTD-6 another program is used with any setting, and may do what the softphone may not", () => {
  expect(decide({ ...CLICK, setting: "callPanelDial", hasSoftphone: false, external: true })).toMatchObject({
    way: "external",
    number: NUMBER,
  });
});

const RIGHTS = mergePermissions((["configs", "softphone", "click_to_dial"] as const).map(read));
const VIEWER: Viewer = {
  user: ALICE,
  rights: RIGHTS,
  flags: uiFlags(RIGHTS),
  sip: null,
  featureCodes: DEFAULT_FEATURE_CODES,
  parkingLots: null,
  licences: new Map(),
  video: null,
};

interface DeskOptions {
  readonly setting?: ClickToDialDestination | "unreadable";
  readonly slot?: PhoneSlot["kind"];
  readonly external?: boolean;
  readonly refuses?: boolean;
  /** The phone of the page is the person's only one. */
  readonly only?: boolean;
}

const NOBODY_REGISTERED = {
  kind: "answer",
  status: 409,
  code: "command.notRegistered",
  text: "No phone is registered for 101",
  details: { number: "101" },
} as const;

const OWN_ROW = { user_id: ALICE.id, subscriber_id: 1, username: "alice", first_name: "", last_name: "", exten: "101" };

function apiWith(destination: string): Api {
  const server = createFakeServer();
  server.spoil("click_to_dial/can_watch_users", {
    status: destination === "unreadable" ? 500 : 200,
    body: { total: 1, data: [{ ...OWN_ROW, may_write: true, destination }] },
  });
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  return { call: async (endpoint, input) => wire.call(endpoint, input, "Bearer access-1") };
}

function openDesk({
  setting = "softphoneShow",
  slot = "ready",
  external = false,
  refuses = false,
  only = false,
}: DeskOptions = {}) {
  const clock = createFakeClock();
  const did: string[] = [];
  const button = createStore<SoftphoneButton, SoftphoneButton["status"]>(
    { status: "connecting", call: "idle", missedCount: 0 },
    (state, status) => ({ ...state, status }),
  );
  const phone: DialledPhone = {
    button,
    show: (number) => void did.push(`show ${number}`),
    dial: (number) => void did.push(`dial ${number}`),
  };
  const slotOf = (kind: PhoneSlot["kind"]): PhoneSlot => (kind === "ready" ? { kind, softphone: phone } : { kind });
  const softphone = createStore<PhoneSlot, PhoneSlot["kind"]>(slotOf(slot), (_, kind) => slotOf(kind));
  const click = (destination: string, from: Click["from"] = "link") =>
    startDialling(
      {
        clock,
        dock: { open: () => void did.push("opens the phone") },
        softphone,
        external,
        words: createStore(createWords(), (state) => state),
        viewer: VIEWER,
        notices: {
          success: (text) => void did.push(`says ${text}`),
          error: (text) => void did.push(`refuses ${text}`),
        },
        events: {
          async command(command: Command) {
            if (refuses) throw new ApiError({ kind: "unreachable" });
            if (only && button.get().status !== "registered") throw new ApiError(NOBODY_REGISTERED);
            did.push(JSON.stringify(command));
          },
        },
        api: apiWith(setting),
        openLink: (address) => void did.push(`opens ${address}`),
      },
      { from, destination },
    );
  return { clock, did, click, softphone, button };
}

it("CTD-2 if the setting fails to load, the default is used: no call starts", async () => {
  const { did, click } = openDesk({ setting: "unreadable" });
  await click("tel:102");
  expect(did).toEqual(["show 102"]);
});

it("CTD-3 the phone dials as soon as it is registered", async () => {
  const { did, click, button } = openDesk({ setting: "callPanelDial" });
  const done = click("102");
  await settle();
  expect(did).toEqual(["opens the phone"]);
  button.dispatch("registered");
  await done;
  expect(did).toEqual(["opens the phone", "dial 102"]);
});

it("CTD-4 originating shows what will happen, or why it fails", async () => {
  const { did, click } = openDesk({ setting: "dialAfterOriginate" });
  await click("102");
  expect(did).toEqual([
    '{"command":"Originate","from":"101","to":"102"}',
    "says Your phone rings. Answer it, and 102 is called.",
  ]);
  const refused = openDesk({ setting: "dialAfterOriginate", refuses: true });
  await refused.click("102");
  expect(refused.did).toEqual(["refuses The server cannot be reached"]);
});

it("CTD-10 it rings the phone of the page that the link has opened, as soon as that is registered", async () => {
  const { did, click, softphone, button } = openDesk({ setting: "dialAfterOriginate", slot: "loading", only: true });
  const done = click("102");
  await settle();
  softphone.dispatch("ready");
  await settle();
  expect(did).toEqual([]);
  button.dispatch("registered");
  await done;
  expect(did).toEqual([
    '{"command":"Originate","from":"101","to":"102"}',
    "says Your phone rings. Answer it, and 102 is called.",
  ]);
});

it.each(["ready", "absent", "failed"] as const)("CTD-10 no phone registers in time: %s", async (slot) => {
  const { did, click, clock } = openDesk({ setting: "dialAfterOriginate", slot, only: true });
  const done = click("102");
  await settle();
  await clock.advance(10_000);
  await done;
  expect(did).toEqual(["refuses No phone is registered for 101"]);
});

it("CTD-6 the other program gets a sip link", async () => {
  const { did, click } = openDesk({ external: true });
  await click("+1 (514) 555.0142");
  expect(did).toEqual([`opens sip:${NUMBER}`]);
});

it("CTD-7 it waits for a phone that is being loaded, ten seconds long", async () => {
  const patient = openDesk({ slot: "loading" });
  const done = patient.click("102");
  await settle();
  patient.softphone.dispatch("ready");
  await done;
  expect(patient.did).toEqual(["show 102"]);

  const late = openDesk({ slot: "loading" });
  const over = late.click("102");
  await settle();
  await late.clock.advance(10_000);
  await over;
  expect(late.did).toEqual(["refuses The phone is not ready. Wait until it is registered."]);
});

it.each([
  { setting: "softphoneShow", hasSoftphone: true, mayOriginate: true, way: "dial" },
  { setting: "callPanelDial", hasSoftphone: true, mayOriginate: true, way: "dial" },
  { setting: "dialAfterOriginate", hasSoftphone: true, mayOriginate: true, way: "originate" },
  { setting: "dialAfterOriginate", hasSoftphone: true, mayOriginate: false, way: "dial" },
  { setting: "softphoneShow", hasSoftphone: false, mayOriginate: true, way: "originate" },
  { setting: "callPanelDial", hasSoftphone: false, mayOriginate: true, way: "originate" },
] as const)(
  "CTD-9 a Call button with $setting, softphone $hasSoftphone, originate $mayOriginate: $way",
  ({ way, ...given }) => {
    expect(decide({ ...CLICK, ...given, from: "button" })).toEqual({ ok: true, way, number: NUMBER });
  },
);

it("CTD-9 without both rights a Call button is refused, or uses another program if one is set", () => {
  const nothing = { ...CLICK, from: "button", hasSoftphone: false, mayOriginate: false } as const;
  expect(decide(nothing)).toMatchObject({ ok: false, code: "request.forbidden" });
  expect(decide({ ...nothing, external: true })).toMatchObject({ ok: true, way: "external" });
});

it("CTD-9 with the own devices chosen, a Call button rings them and leaves the softphone alone", async () => {
  const { did, click } = openDesk({ setting: "dialAfterOriginate" });
  await click("102", "button");
  expect(did).toEqual([
    '{"command":"Originate","from":"101","to":"102"}',
    "says Your phone rings. Answer it, and 102 is called.",
  ]);
});
