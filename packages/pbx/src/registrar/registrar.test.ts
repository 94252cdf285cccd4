import { header, headers } from "@callpanel/sip";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice } from "../../test/office.ts";

const expiresOf = (contact: string | undefined): number => Number(/;expires=(\d+)/.exec(contact ?? "")?.[1]);

test("REG-11 a registration binds the contact to its connection, and the 200 lists all contacts of the user", async () => {
  const office = createOffice();
  const desk = await office.registered("bob");
  const mobile = office.phone("bob");
  const answer = await mobile.register({ seconds: 300 });
  expect(answer.status).toBe(200);
  const contacts = headers(answer, "Contact");
  expect(contacts).toHaveLength(2);
  expect(contacts.map(expiresOf).toSorted((a, b) => a - b)).toEqual([300, 600]);
  expect(office.system.snapshot().registrations).toMatchObject([
    { userId: 2, sipUsername: "bob", extension: "102", realm: "demo", remoteAddress: "127.0.0.1" },
    { userId: 2, expiresAt: office.clock.now() + 300_000 },
  ]);
  expect(desk.contact).not.toEqual(mobile.contact);
  expect(office.eventsOf("registered")).toHaveLength(2);
});

test.each([
  { asked: 120, given: 120 },
  { asked: 30, given: 30 },
  { asked: 999_999, given: 3_600 },
])("REG-12 a requested lifetime of $asked s becomes $given s", async ({ asked, given }) => {
  const office = createOffice();
  const bob = office.phone("bob");
  expect(expiresOf(header(await bob.register({ seconds: asked }), "Contact"))).toBe(given);
});

test("REG-12 a too short lifetime is refused with the minimum, and changes nothing", async () => {
  const office = createOffice();
  const bob = await office.registered("bob");
  const answer = await bob.register({ seconds: 5 });
  expect([answer.status, header(answer, "Min-Expires")]).toEqual([423, "30"]);
  expect(office.system.snapshot().registrations).toMatchObject([{ expiresAt: office.clock.now() + 600_000 }]);
});

test("REG-12 a contact without a lifetime gets that of the Expires field, or the maximum", async () => {
  const office = createOffice();
  const bob = office.phone("bob");
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
  const office = createOffice();
  const desk = await office.registered("bob");
  const mobile = await office.registered("bob");
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
  expect(office.eventsOf("unregistered").map(({ reason, remainingCount }) => [reason, remainingCount])).toEqual([
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
  const office = createOffice();
  const bob = await office.registered("bob");
  expect((await bob.request("REGISTER", { headers: fields })).status).toBe(400);
  expect(office.system.snapshot().registrations).toHaveLength(1);
});

test("REG-14 the same phone refreshes its contact: by user and host, or by instance and reg-id", async () => {
  const office = createOffice();
  const bob = await office.registered("bob");
  await bob.register();
  expect(office.system.snapshot().registrations).toHaveLength(1);
  expect(office.eventsOf("registered").map(({ refreshed }) => refreshed)).toEqual([false, true]);

  const flow = (host: string): readonly [string, string] => [
    "Contact",
    `<sip:x@${host}>;+sip.instance="<urn:uuid:1>";reg-id=1`,
  ];
  const carol = office.phone("carol");
  const first = await carol.request("REGISTER", { headers: [flow("a.invalid"), ["Supported", "outbound"]] });
  expect(header(first, "Require")).toBe("outbound");
  await carol.request("REGISTER", { headers: [flow("b.invalid"), ["Supported", "outbound"]] });
  expect(office.system.snapshot().registrations.filter(({ userId }) => userId === 3)).toMatchObject([
    { contact: "sip:x@b.invalid" },
  ]);
});

test("REG-14 an older REGISTER of the same Call-ID changes nothing", async () => {
  const office = createOffice();
  const bob = await office.registered("bob");
  const sent = office.eventsOf("registered").length;
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
  expect(office.system.snapshot().registrations).toHaveLength(1);
  expect(office.eventsOf("registered")).toHaveLength(sent);
});

test("REG-15 a REGISTER without a contact returns the current registrations", async () => {
  const office = createOffice();
  const bob = await office.registered("bob");
  const answer = await bob.request("REGISTER");
  expect(headers(answer, "Contact")).toHaveLength(1);
});

test("REG-16 a registration that is not refreshed in time ends", async () => {
  const office = createOffice();
  await office.registered("bob");
  await office.clock.advance(599_000);
  expect(office.system.snapshot().registrations).toHaveLength(1);
  await office.clock.advance(1_000);
  expect(office.system.snapshot().registrations).toEqual([]);
  expect(office.eventsOf("unregistered")).toMatchObject([{ reason: "expired", remainingCount: 0 }]);
});

test("REG-17 the end of a connection immediately ends its registrations", async () => {
  const office = createOffice();
  const desk = await office.registered("bob");
  await office.registered("bob");
  desk.cut();
  await settle();
  expect(office.system.snapshot().registrations).toHaveLength(1);
  expect(office.eventsOf("unregistered")).toMatchObject([{ reason: "connectionLost", remainingCount: 1 }]);
});

test("REG-18 a user has a maximum number of contacts; the oldest is removed", async () => {
  const office = createOffice({ contactsPerUser: 2 });
  const first = await office.registered("bob");
  await office.registered("bob");
  await office.registered("bob");
  const { registrations } = office.system.snapshot();
  expect(registrations).toHaveLength(2);
  const gone = "host" in first.contact.uri ? first.contact.uri.host : "";
  expect(registrations.some(({ contact }) => contact.includes(gone))).toBe(false);
  expect(office.eventsOf("unregistered")).toMatchObject([{ reason: "displaced" }]);
});

test("REG-19 no one can register for another user", async () => {
  const office = createOffice();
  const bob = office.phone("bob");
  const answer = await bob.request("REGISTER", { to: "alice", headers: [["Contact", "<sip:a@a.invalid>"]] });
  expect(answer.status).toBe(403);
  expect(office.system.snapshot().registrations).toEqual([]);
});

test("REG-50 a user has a secret for each phone, and each of them is accepted", async () => {
  const office = createOffice();
  office.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  office.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  for (const [password, id] of [
    ["of the desk phone", "s2"],
    ["of the browser", "s1"],
  ]) {
    const phone = office.phone("alice", { password, address: "192.0.2.7" });
    expect((await phone.register()).status).toBe(200);
    expect(office.directory.uses.at(-1)).toEqual({
      credentialId: id,
      realm: "demo",
      sipUsername: "alice",
      userAgent: expect.any(String),
      remoteAddress: "192.0.2.7",
    });
  }
  expect((await office.phone("alice", { password: "of nobody" }).register()).status).toBe(401);
  expect((await office.phone("bob", { password: "of the browser" }).register()).status).toBe(401);
});

test("REG-51 a revoked secret ends its own registration and no other", async () => {
  const office = createOffice();
  office.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  office.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  const browser = await office.registered("alice", { password: "of the browser" });
  await office.registered("alice", { password: "of the desk phone" });
  office.directory.endSecret("alice", "s1");
  await settle();
  expect(office.system.snapshot().registrations).toHaveLength(1);
  expect(office.eventsOf("unregistered").map(({ reason }) => reason)).toEqual(["revoked"]);
  expect(office.closings).toEqual([{ code: 1008, reason: "Sign in again" }]);
  browser.reconnect();
  expect((await browser.register()).status).toBe(401);
});

test("REG-51 a connection that authenticated with the secret and never registered is closed with it", async () => {
  const office = createOffice();
  office.directory.addSecret("alice", { id: "s1", secret: "stolen" });
  const bob = await office.registered("bob");
  const thief = office.phone("alice", { password: "stolen" });
  await office.talk(thief, "102", bob);
  expect(office.system.snapshot().calls).toHaveLength(1);
  office.directory.endSecret("alice", "s1");
  await settle();
  expect(office.closings).toEqual([{ code: 1008, reason: "Sign in again" }]);
  await office.clock.advance(90_000);
  expect(office.system.snapshot().calls).toEqual([]);
});

test("REG-25 a user who loses the right to a softphone, is removed, or has a new password loses registration and connection", async () => {
  const office = createOffice();
  const bob = await office.registered("bob");
  await office.registered("carol");
  await office.registered("dave");
  await office.registered("alice");
  office.directory.change("bob", { displayName: "Robert Brandt" });
  await settle();
  expect(office.system.snapshot().registrations).toHaveLength(4);
  office.directory.change("bob", { mayUseSoftphone: false });
  office.directory.setPassword("carol", "new");
  office.directory.remove("dave");
  await settle();
  expect(office.system.snapshot().registrations).toMatchObject([{ sipUsername: "alice" }]);
  expect(office.eventsOf("unregistered").map(({ reason }) => reason)).toEqual(["revoked", "revoked", "revoked"]);
  expect(office.closings).toEqual([1, 2, 3].map(() => ({ code: 1008, reason: "Sign in again" })));
  bob.reconnect();
  expect((await bob.register()).status).toBe(403);
});
