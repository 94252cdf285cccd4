import { header, headers } from "@callpanel/sip";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../test/test-pbx.ts";

const expiresOf = (contact: string | undefined): number => Number(/;expires=(\d+)/.exec(contact ?? "")?.[1]);

test("REG-11 a registration binds the contact to its connection, and the 200 lists all contacts of the user", async () => {
  const pbx = createTestPbx();
  const desk = await pbx.registered("bob");
  const mobile = pbx.phone("bob");
  const answer = await mobile.register({ seconds: 300 });
  expect(answer.status).toBe(200);
  const contacts = headers(answer, "Contact");
  expect(contacts).toHaveLength(2);
  expect(contacts.map(expiresOf).toSorted((a, b) => a - b)).toEqual([300, 600]);
  expect(pbx.system.snapshot().registrations).toMatchObject([
    { userId: 2, sipUsername: "bob", extension: "102", realm: "demo", remoteAddress: "127.0.0.1" },
    { userId: 2, expiresAt: pbx.clock.now() + 300_000 },
  ]);
  expect(desk.contact).not.toEqual(mobile.contact);
  expect(pbx.eventsOf("registered")).toHaveLength(2);
});

test.each([
  { asked: 120, given: 120 },
  { asked: 30, given: 30 },
  { asked: 999_999, given: 3_600 },
])("REG-12 a requested lifetime of $asked s becomes $given s", async ({ asked, given }) => {
  const pbx = createTestPbx();
  const bob = pbx.phone("bob");
  expect(expiresOf(header(await bob.register({ seconds: asked }), "Contact"))).toBe(given);
});

test("REG-12 a too short lifetime is refused with the minimum, and changes nothing", async () => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  const answer = await bob.register({ seconds: 5 });
  expect([answer.status, header(answer, "Min-Expires")]).toEqual([423, "30"]);
  expect(pbx.system.snapshot().registrations).toMatchObject([{ expiresAt: pbx.clock.now() + 600_000 }]);
});

test("REG-12 a contact without a lifetime gets that of the Expires field, or the maximum", async () => {
  const pbx = createTestPbx();
  const bob = pbx.phone("bob");
  const field = await bob.request("REGISTER", {
    headers: [
      ["Contact", "<sip:a@a.invalid>"],
      ["Expires", "60"],
    ],
  });
  expect(expiresOf(header(field, "Contact"))).toBe(60);
  const none = await bob.request("REGISTER", { headers: [["Contact", "<sip:b@b.invalid>"]] });
  expect(headers(none, "Contact").map(expiresOf)).toEqual([60, 3_600]);
});

test("REG-13 a lifetime of 0 removes the contact, a star removes all", async () => {
  const pbx = createTestPbx();
  const desk = await pbx.registered("bob");
  const mobile = await pbx.registered("bob");
  const left = await mobile.unregister();
  expect(headers(left, "Contact")).toHaveLength(1);
  await mobile.register();
  const none = await desk.request("REGISTER", {
    headers: [
      ["Contact", "*"],
      ["Expires", "0"],
    ],
  });
  expect([none.status, headers(none, "Contact")]).toEqual([200, []]);
  expect(pbx.eventsOf("unregistered").map(({ reason, remainingCount }) => [reason, remainingCount])).toEqual([
    ["client", 1],
    ["client", 1],
    ["client", 0],
  ]);
});

test.each([
  { fields: [["Contact", "*"]] as const },
  {
    fields: [
      ["Contact", "*"],
      ["Expires", "60"],
    ] as const,
  },
  {
    fields: [
      ["Contact", "*"],
      ["Contact", "<sip:a@a.invalid>"],
      ["Expires", "0"],
    ] as const,
  },
  { fields: [["Contact", "<mailto:bob@demo>"]] as const },
  { fields: [["Contact", Array.from({ length: 9 }, (_, at) => `<sip:a${at}@a.invalid>`).join(", ")]] as const },
])("REG-13 an invalid registration is 400 and changes nothing: $fields", async ({ fields }) => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  expect((await bob.request("REGISTER", { headers: fields })).status).toBe(400);
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
});

test("REG-14 the same phone refreshes its contact: by user and host, or by instance and reg-id", async () => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  await bob.register();
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
  expect(pbx.eventsOf("registered").map(({ refreshed }) => refreshed)).toEqual([false, true]);

  const flow = (host: string): readonly [string, string] => [
    "Contact",
    `<sip:x@${host}>;+sip.instance="<urn:uuid:1>";reg-id=1`,
  ];
  const carol = pbx.phone("carol");
  const first = await carol.request("REGISTER", { headers: [flow("a.invalid"), ["Supported", "outbound"]] });
  expect(header(first, "Require")).toBe("outbound");
  await carol.request("REGISTER", { headers: [flow("b.invalid"), ["Supported", "outbound"]] });
  expect(pbx.system.snapshot().registrations.filter(({ userId }) => userId === 3)).toMatchObject([
    { contact: "sip:x@b.invalid" },
  ]);
});

test("REG-14 an older REGISTER of the same Call-ID changes nothing", async () => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  const sent = pbx.eventsOf("registered").length;
  const stale = await bob.request("REGISTER", {
    callId: bob.registerCallId,
    cseq: 1,
    headers: [
      [
        "Contact",
        `<sip:${"user" in bob.contact.uri ? bob.contact.uri.user : ""}@${"host" in bob.contact.uri ? bob.contact.uri.host : ""}>;expires=0`,
      ],
    ],
  });
  expect(stale.status).toBe(500);
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
  expect(pbx.eventsOf("registered")).toHaveLength(sent);
});

test("REG-15 a REGISTER without a contact returns the current registrations", async () => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  const answer = await bob.request("REGISTER");
  expect(headers(answer, "Contact")).toHaveLength(1);
});

test("REG-16 a registration that is not refreshed in time ends", async () => {
  const pbx = createTestPbx();
  await pbx.registered("bob");
  await pbx.clock.advance(599_000);
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
  await pbx.clock.advance(1_000);
  expect(pbx.system.snapshot().registrations).toEqual([]);
  expect(pbx.eventsOf("unregistered")).toMatchObject([{ reason: "expired", remainingCount: 0 }]);
});

test("REG-17 the end of a connection immediately ends its registrations", async () => {
  const pbx = createTestPbx();
  const desk = await pbx.registered("bob");
  await pbx.registered("bob");
  desk.cut();
  await settle();
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
  expect(pbx.eventsOf("unregistered")).toMatchObject([{ reason: "connectionLost", remainingCount: 1 }]);
});

test("REG-18 a user has a maximum number of contacts; the oldest is removed", async () => {
  const pbx = createTestPbx({ contactsPerUser: 2 });
  const first = await pbx.registered("bob");
  await pbx.registered("bob");
  await pbx.registered("bob");
  const { registrations } = pbx.system.snapshot();
  expect(registrations).toHaveLength(2);
  const gone = "host" in first.contact.uri ? first.contact.uri.host : "";
  expect(registrations.some(({ contact }) => contact.includes(gone))).toBe(false);
  expect(pbx.eventsOf("unregistered")).toMatchObject([{ reason: "displaced" }]);
});

test("REG-19 no one can register for another user", async () => {
  const pbx = createTestPbx();
  const bob = pbx.phone("bob");
  const answer = await bob.request("REGISTER", { to: "alice", headers: [["Contact", "<sip:a@a.invalid>"]] });
  expect(answer.status).toBe(403);
  expect(pbx.system.snapshot().registrations).toEqual([]);
});

test("REG-50 a user has a secret for each phone, and each of them is accepted", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  pbx.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  for (const [password, id] of [
    ["of the desk phone", "s2"],
    ["of the browser", "s1"],
  ]) {
    const phone = pbx.phone("alice", { password, address: "192.0.2.7" });
    expect((await phone.register()).status).toBe(200);
    expect(pbx.directory.uses.at(-1)).toEqual({
      credentialId: id,
      realm: "demo",
      sipUsername: "alice",
      userAgent: expect.any(String),
      remoteAddress: "192.0.2.7",
    });
  }
  expect((await pbx.phone("alice", { password: "of nobody" }).register()).status).toBe(401);
  expect((await pbx.phone("bob", { password: "of the browser" }).register()).status).toBe(401);
});

test("REG-51 a revoked secret ends its own registration and no other", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  pbx.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  const browser = await pbx.registered("alice", { password: "of the browser" });
  await pbx.registered("alice", { password: "of the desk phone" });
  pbx.directory.endSecret("alice", "s1");
  await settle();
  expect(pbx.system.snapshot().registrations).toHaveLength(1);
  expect(pbx.eventsOf("unregistered").map(({ reason }) => reason)).toEqual(["revoked"]);
  expect(pbx.closings).toEqual([{ code: 1008, reason: "Sign in again" }]);
  browser.reconnect();
  expect((await browser.register()).status).toBe(401);
});

test("REG-51 a connection that authenticated with the secret and never registered is closed with it", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "stolen" });
  const bob = await pbx.registered("bob");
  const thief = pbx.phone("alice", { password: "stolen" });
  await pbx.talk(thief, "102", bob);
  expect(pbx.system.snapshot().calls).toHaveLength(1);
  pbx.directory.endSecret("alice", "s1");
  await settle();
  expect(pbx.closings).toEqual([{ code: 1008, reason: "Sign in again" }]);
  await pbx.clock.advance(90_000);
  expect(pbx.system.snapshot().calls).toEqual([]);
});

test.each(["suspended", "signed out, then suspended", "removed"])(
  "REG-25 the calls of a user who is %s end at once",
  async (how) => {
    const pbx = createTestPbx();
    pbx.directory.addSecret("bob", { id: "s1", secret: "of the browser" });
    const alice = await pbx.registered("alice");
    const bob = await pbx.registered("bob", { password: "of the browser" });
    const { out } = await pbx.talk(alice, "102", bob);
    if (how === "removed") pbx.directory.remove("bob");
    else if (how === "signed out, then suspended") {
      pbx.directory.endSecret("bob", "s1");
      pbx.directory.change("bob", { mayUseSoftphone: false });
    } else pbx.directory.change("bob", { mayUseSoftphone: false });
    await out.until("ended");
    // For the other side it ends as if the user had hung up.
    const bye = out.requests.find(({ method }) => method === "BYE");
    expect(bye && [header(bye, "Reason")]).toEqual([undefined]);
    await pbx.clock.advance(40_000);
    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
    expect(pbx.records).toMatchObject([{ disposition: "answered", endReason: "signed out" }]);
  },
);

test("REG-25 a user who loses the right to a softphone, is removed, or has a new password loses registration and connection", async () => {
  const pbx = createTestPbx();
  const bob = await pbx.registered("bob");
  await pbx.registered("carol");
  await pbx.registered("dave");
  await pbx.registered("alice");
  pbx.directory.change("bob", { displayName: "Robert Brandt" });
  await settle();
  expect(pbx.system.snapshot().registrations).toHaveLength(4);
  pbx.directory.change("bob", { mayUseSoftphone: false });
  pbx.directory.setPassword("carol", "new");
  pbx.directory.remove("dave");
  await settle();
  expect(pbx.system.snapshot().registrations).toMatchObject([{ sipUsername: "alice" }]);
  expect(pbx.eventsOf("unregistered").map(({ reason }) => reason)).toEqual(["revoked", "revoked", "revoked"]);
  expect(pbx.closings).toEqual([1, 2, 3].map(() => ({ code: 1008, reason: "Sign in again" })));
  bob.reconnect();
  expect((await bob.register()).status).toBe(403);
});
