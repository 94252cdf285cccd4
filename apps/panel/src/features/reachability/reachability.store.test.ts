import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { mergePermissions, uiFlags } from "@callpanel/contract";
import type { CurrentUser } from "@callpanel/contract";
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { ALICE } from "../../../test/fakeServer.ts";
import type { Api } from "../../shared/api/api.ts";
import type { MicrophoneState } from "../../shared/phone/reachability.ts";
import type { SlotOf, Softphone } from "../../shared/phone/softphone.ts";
import { createStore } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { createReachability, LOST_AFTER_MS } from "./reachability.store.ts";

// Changes of the cache are reported immediately, not after a timer.
notifyManager.setScheduler(queueMicrotask);

type Slot = SlotOf<Pick<Softphone, "phone" | "microphone">>;

const ROW = {
  user_id: ALICE.id,
  subscriber_id: ALICE.subscriberId,
  username: "alice",
  first_name: "Alice",
  last_name: "Archer",
  exten: "101",
  may_write: true,
};
const COLLEAGUE = { ...ROW, user_id: 2, username: "bob", exten: "102" };

function open(user: Partial<CurrentUser> = {}) {
  const clock = createFakeClock();
  const phone = createFakeWebphone({ now: clock.now });
  const microphone = createStore<MicrophoneState, MicrophoneState>("granted", (_, next) => next);
  const slot = createStore<Slot, Slot>({ kind: "loading" }, (_, next) => next);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const set = { dnd: false, forward: "" };
  const api: Api = {
    call: async (endpoint) => {
      const settings = endpoint.path.includes("do_not_disturb")
        ? { enabled: set.dnd }
        : { enabled: set.forward !== "", number: set.forward };
      const data = [
        { ...COLLEAGUE, enabled: true, number: "103" },
        { ...ROW, ...settings },
      ];
      const parsed = endpoint.response.safeParse({ total: 2, data });
      if (!parsed.success) throw new Error(parsed.error.message);
      return parsed.data;
    },
  };
  const reach = createReachability({ api, clock, client, softphone: slot });
  const flags = uiFlags(
    mergePermissions([
      { module: "do_not_disturb", rule: "read" },
      { module: "forward", rule: "read" },
    ]),
  );
  const viewer: Viewer = {
    user: { ...ALICE, ...user },
    rights: mergePermissions([]),
    flags: { ...flags, softphone: true, emergencyRead: true },
    sip: null,
    featureCodes: [],
    parkingLots: null,
    licences: new Map(),
    video: null,
  };
  const stop = reach.start(viewer);
  const kinds = () => reach.get().reasons.map(({ kind }) => kind);
  const ready = () =>
    slot.dispatch({ kind: "ready", softphone: { phone, microphone: { ...microphone, ask: async () => "granted" } } });
  return { clock, phone, microphone, slot, client, set, reach, stop, kinds, ready };
}

it("AVAIL-1 the phone loads, registers, and is lost only if it does not come back within some seconds", async () => {
  const { clock, phone, reach, ready, kinds } = open();
  expect(reach.get().status).toBe("connecting");
  ready();
  expect(reach.get().status).toBe("ready");
  phone.far.drops();
  expect(reach.get().status).toBe("connecting");
  await clock.advance(LOST_AFTER_MS - 1);
  expect(kinds()).toEqual([]);
  phone.far.registers();
  expect(reach.get().status).toBe("ready");
  phone.far.drops();
  await clock.advance(LOST_AFTER_MS);
  expect(reach.get().status).toBe("notConnected");
  expect(kinds()).toEqual(["notConnected"]);
  phone.far.registers();
  expect(kinds()).toEqual([]);
});

it("AVAIL-2 it uses the settings of the settings pages, and only the person's own", async () => {
  const { client, set, reach, ready, kinds } = open();
  ready();
  await client.refetchQueries({ queryKey: ["settings"] });
  expect(reach.get()).toMatchObject({ status: "ready", reasons: [] });
  set.dnd = true;
  set.forward = "104";
  await client.refetchQueries({ queryKey: ["settings"] });
  await Promise.resolve();
  expect(reach.get().status).toBe("doNotDisturb");
  expect(reach.get().reasons).toEqual([
    { kind: "doNotDisturb", mayChange: true },
    { kind: "forward", number: "104", mayChange: true },
  ]);
  // A changed switch shows before the server has responded.
  client.setQueryData(["settings", "do_not_disturb"], [{ ...ROW, enabled: false }]);
  await Promise.resolve();
  expect(kinds()).toEqual(["forward"]);
});

it("AVAIL-2 the microphone's state follows the browser's reports", () => {
  const { microphone, reach, ready, kinds } = open();
  ready();
  microphone.dispatch("prompt");
  expect(reach.get()).toEqual({ status: "ready", reasons: [], asksMicrophone: true });
  microphone.dispatch("denied");
  expect(kinds()).toEqual(["microphoneBlocked"]);
  microphone.dispatch("granted");
  expect(reach.get()).toEqual({ status: "ready", reasons: [], asksMicrophone: false });
});

it("AVAIL-2 a phone that failed to load is reported; after sign-out, nothing is", () => {
  const { slot, reach, stop, kinds } = open();
  slot.dispatch({ kind: "failed" });
  expect(kinds()).toEqual(["phoneFailed"]);
  stop();
  slot.dispatch({ kind: "failed" });
  expect(reach.get().reasons).toEqual([]);
});

it("AVAIL-2 a missing emergency location is reported only if the company requires one, until one is chosen", async () => {
  const free = open({ emergency_callerid_dispatchable_location_id: null });
  free.ready();
  expect(free.kinds()).toEqual([]);
  const asked: Partial<CurrentUser> = {
    emergency_location_required: true,
    emergency_callerid_dispatchable_location_id: null,
  };
  const { client, ready, kinds } = open(asked);
  ready();
  expect(kinds()).toEqual(["noLocation"]);
  client.setQueryData(["settings", "emergency_caller_id", "me"], {
    ...ALICE,
    ...asked,
    emergency_callerid_dispatchable_location_id: 3,
  });
  await Promise.resolve();
  expect(kinds()).toEqual([]);
});
