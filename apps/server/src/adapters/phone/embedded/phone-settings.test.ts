import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { DirectoryUser } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBus } from "../../../kernel/bus/bus.ts";
import { createRevisions } from "../../../kernel/bus/revisions.ts";
import { createStores } from "../../../app/services/storage.ts";
import { applyCompany, parseCompanyFile } from "../../../modules/administration/index.ts";
import { createCallHandlings, type CallHandlings } from "../../../modules/call-handling/index.ts";
import { createToggles, type Toggles } from "../../../modules/toggles/index.ts";
import { openFreshStore } from "../../../../test/store-file.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { smallDemoCompany } from "../../../../test/small-demo.ts";
import { openDirectory } from "../../../../test/open-directory.ts";
import type { PhoneDirectory } from "./index.ts";

describe("people's settings in the phone system", () => {
  const storage = temporaryStorage();
  const clock = createFakeClock();
  let people: PhoneDirectory;
  let handlings: CallHandlings;
  let toggles: Toggles;
  let otherProcess: Pick<ReturnType<typeof createStores>, "toggles" | "company">;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    const db = await openFreshStore(storage);
    const stores = createStores(db);
    otherProcess = stores;
    await applyCompany(stores.company, smallDemoCompany(7));
    await applyCompany(
      stores.company,
      parseCompanyFile(`
realm: demo
trunks: [{ name: gateway, password: a-gateway-password, calls: 30 }]
numbers: [{ number: "+14165550199", name: Night line, target: 650 }]
`),
    );
    const revisions = createRevisions({
      bus: createBus({ clock, log: silentLog }),
      store: stores.revisions,
      clock,
      log: silentLog,
    });
    handlings = await createCallHandlings({ store: stores.callHandling, revisions });
    toggles = await createToggles({ store: stores.toggles, revisions });
    const featureCodes = DEFAULT_FEATURE_CODES;
    people = await openDirectory({
      store: stores.directory,
      sipCredentials: stores.sipCredentials,
      contacts: stores.contacts,
      handlings,
      toggles,
      featureCodes,
      realm: "demo",
      revisions,
      clock,
      log: silentLog,
    });
    stop = async () => {
      people.stop();
      await revisions.stop();
      handlings.stop();
      toggles.stop();
      await db.destroy();
    };
  });
  afterEach(async () => {
    await stop();
    storage.remove();
  });

  const user = async (name: string): Promise<DirectoryUser> => {
    const found = await people.directory.userBySipUsername("demo", name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const change = async (name: string, step: Parameters<CallHandlings["change"]>[1]) =>
    handlings.change((await user(name)).id, step);

  it("HANDLE-3 a change applies to the next call immediately", async () => {
    expect(await user("alice")).toMatchObject({ doNotDisturb: false, callWaiting: true });
    expect(await user("alice")).not.toHaveProperty("forward");
    await change("alice", (one) => ({
      ...one,
      doNotDisturb: true,
      callWaiting: false,
      intercom: { ...one.intercom, deskPhoneEnabled: false },
      forward: { enabled: true, number: "103" },
    }));
    expect(await user("alice")).toMatchObject({
      doNotDisturb: true,
      callWaiting: false,
      allowsIntercom: { deskphone: false, callpanel: true, anywhere: true },
      forward: "103",
    });
  });

  it("HANDLE-4 the phone system does not see a forward that is off, or on without a number", async () => {
    await change("alice", (one) => ({ ...one, forward: { enabled: false, number: "103" } }));
    expect(await user("alice")).not.toHaveProperty("forward");
    await change("alice", (one) => ({ ...one, forward: { enabled: true, number: "" } }));
    expect(await user("alice")).not.toHaveProperty("forward");
  });

  it("REACH-15 a forward to a person who was removed does not apply; one to a code or a number outside does", async () => {
    const forwardTo = async (number: string) => {
      await change("alice", (one) => ({ ...one, forward: { enabled: true, number } }));
      return (await user("alice")).forward;
    };
    for (const number of ["103", "650", "*98103", "+1 604 555-0199", "911"])
      expect(await forwardTo(number)).toBe(number);
    expect(await forwardTo("199")).toBeUndefined();
    await forwardTo("103");
    const { id } = await user("carol");
    await otherProcess.company.atomically((company) => company.removeUser(id));
    await clock.advance(500);
    await expect.poll(async () => (await user("alice")).forward).toBeUndefined();
  });

  it("REACH-15 TOLL-3 PEOPLE-3 calls for a suspended person do not go outside", async () => {
    const forward = { enabled: true, number: "+16045550199" };
    await change("alice", (one) => ({ ...one, forward }));
    await change("bob", (one) => ({ ...one, forward: { enabled: true, number: "103" } }));
    const may = async (name: string) => (await people.directory.outsideCall(await user(name), "+16045550199")).may;
    expect([(await user("alice")).forward, await may("alice")]).toEqual(["+16045550199", true]);
    const suspended = "{ username: alice, suspended: true }, { username: bob, suspended: true }";
    await applyCompany(otherProcess.company, parseCompanyFile(`realm: demo\nusers: [${suspended}]\n`));
    await clock.advance(500);
    await expect.poll(async () => (await user("alice")).forward).toBeUndefined();
    expect([await may("alice"), await may("bob"), (await user("bob")).forward]).toEqual([false, false, "103"]);
  });

  it("HANDLE-9 follow-me is passed on while it is on, with its hours", async () => {
    const numbers = [{ number: "104", timeout: 20 }];
    await change("alice", (one) => ({ ...one, followMe: { ...one.followMe, numbers, prefix: "Home" } }));
    expect(await user("alice")).not.toHaveProperty("followMe");
    await change("alice", (one) => ({ ...one, followMe: { ...one.followMe, enabled: true, timeConditionID: 1_000 } }));
    const { followMe } = await user("alice");
    expect(followMe).toEqual({
      strategy: "ringall",
      numbers: [{ number: "104", timeoutSeconds: 20 }],
      firstSeconds: 15,
      totalSeconds: 60,
      prefix: "Home",
      confirm: false,
      markAnswered: true,
    });
    const external = { externCID: true, externCIDName: "Alice at home", externCIDNum: "4165550101" };
    await change("alice", (one) => ({ ...one, followMe: { ...one.followMe, ...external, timeConditionID: 5 } }));
    const plan = (await user("alice")).followMe;
    expect(plan?.callerId).toEqual({ number: "4165550101", name: "Alice at home" });
    expect(plan?.holdsAt?.(Date.parse("2026-11-20T15:00:00Z"))).toBe(true);
    expect(plan?.holdsAt?.(Date.parse("2026-11-21T15:00:00Z"))).toBe(false);
  });

  it("TOLL-11 a caller id that is not the person's own is not shown, even if it was set before", async () => {
    const shown = async (name: string, externCIDNum: string) => {
      const external = { enabled: true, externCID: true, externCIDName: "Your Bank", externCIDNum };
      await change(name, (one) => ({ ...one, followMe: { ...one.followMe, ...external } }));
      return (await user(name)).followMe?.callerId?.number;
    };
    expect([await shown("alice", "+18005551111"), await shown("alice", "+1 416 555 0101")]).toEqual([
      undefined,
      "+1 416 555 0101",
    ]);
    // Alice's number is not Bob's.
    expect(await shown("bob", "+14165550101")).toBeUndefined();
  });

  it("BLACKLIST-3 callers are blocked in any notation, also those who claim to be an emergency service; callers without a number never are", async () => {
    const entry = (match: string) => ({ id: 0, name: "x", number: match, match });
    await change("alice", (one) => ({ ...one, blacklist: ["+14165550170", "107", "911"].map(entry) }));
    const blocked = async (number: string) => people.directory.isBlocked?.(await user("alice"), number);
    for (const number of ["+14165550170", "4165550170", "14165550170", "0014165550170", "107", "911"])
      expect(await blocked(number), number).toBe(true);
    for (const number of ["4165550171", "10", "1077", "933", "anonymous", ""])
      expect(await blocked(number), number).toBe(false);
    expect(people.directory.isBlocked?.(await user("bob"), "107")).toBe(false);
  });

  it("TOGGLEOPT-1 TOGGLEOPT-3 everything that leads to a toggle reaches its active option", async () => {
    const reached = (number: string) => people.directory.lookup("demo", number);
    expect([reached("650"), reached("4165550199")]).toMatchObject([{ id: "600" }, { id: "600" }]);
    expect(people.directory.directNumber?.("demo", "+1 416 555 0199")).toMatchObject({ kind: "queue", id: "600" });
    await toggles.flip("demo", "650");
    expect([reached("650"), reached("4165550199")]).toMatchObject([
      { kind: "user", user: { sipUsername: "bob" } },
      { kind: "user", user: { sipUsername: "bob" } },
    ]);
    expect(people.directory.directNumber?.("demo", "650")).toBeUndefined();
  });

  it("TOGGLEOPT-3 a switch by another process takes effect within 500 ms", async () => {
    const heard: string[] = [];
    toggles.subscribe((realm, number) => heard.push(`${realm} ${number}`));
    await otherProcess.toggles.set("demo", "650", () => "B");
    expect(toggles.activeOf("demo", "650")).toBe("A");
    await clock.advance(500);
    await expect.poll(() => toggles.activeOf("demo", "650")).toBe("B");
    expect(heard).toEqual(["demo 650"]);
  });

  it("ECID-4 an emergency call carries the chosen profile and location", async () => {
    expect(await user("alice")).not.toHaveProperty("emergency");
    await change("alice", (one) => ({
      ...one,
      emergency: { emergency_callerid_callback_profile_id: 1, emergency_callerid_dispatchable_location_id: 3 },
    }));
    expect((await user("alice")).emergency).toEqual({
      callbackNumber: "+14165550160",
      callbackName: "Front desk",
      location: "100 Front St W, Toronto ON M5J 1E3, 3rd floor",
    });
    expect(people.directory.emergencyNumbers?.("demo")).toEqual(["911", "933"]);
  });

  it("HANDLE-11 a person's caller id outside is their direct number, else the realm's; a trunk is an account without a person", async () => {
    expect([(await user("alice")).outgoing, (await user("bob")).outgoing]).toEqual([
      { number: "+14165550101" },
      { number: "+14165550160" },
    ]);
    const gateway = await user("gateway");
    expect(gateway).toMatchObject({ trunk: true, mayUseSoftphone: true, callLimit: 30 });
    expect(gateway.id).toBeLessThan(0);
    expect(await people.directory.trunks?.("demo")).toEqual([gateway]);
    expect(await people.directory.credentials("demo", "gateway", "MD5")).toMatchObject([
      { ha1: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    expect(people.directory.lookup("demo", "gateway")).toBeUndefined();
    expect(people.directory.userBySipUsername("other", "gateway")).toBeUndefined();
  });
});
