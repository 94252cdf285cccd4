import { header, headers, nameAddr, sipUri } from "@callpanel/sip";
import { createFakeGuard, settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx } from "../../test/test-pbx.ts";

test.each([
  "REGISTER",
  "INVITE",
  "OPTIONS",
  "PUBLISH",
  "SUBSCRIBE",
  "NOTIFY",
  "REFER",
  "MESSAGE",
  "INFO",
  "BYE",
  "UPDATE",
  "FOO",
])("REG-1 %s outside a dialog is challenged", async (method) => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const answer = await alice.request(method, { withoutCredentials: true, headers: [["Contact", "<sip:a@a.invalid>"]] });
  expect(answer.status).toBe(401);
  expect(pbx.system.snapshot().registrations).toEqual([]);
});

test("REG-1 ACK never gets a response, and a CANCEL without a transaction is 481", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const raw = (method: string): string =>
    `${method} sip:102@demo SIP/2.0\r\nVia: SIP/2.0/WSS x.invalid;branch=z9hG4bK1\r\nFrom: <sip:alice@demo>;tag=1\r\nTo: <sip:102@demo>\r\nCall-ID: 1\r\nCSeq: 1 ${method}\r\nMax-Forwards: 70\r\nContent-Length: 0\r\n\r\n`;
  alice.sendRaw(raw("ACK"));
  await settle();
  expect(alice.received).toEqual([]);
  alice.sendRaw(raw("CANCEL"));
  await settle();
  expect(alice.received).toEqual([expect.stringMatching(/^SIP\/2\.0 481 /)]);
});

test("REG-1 a CANCEL from another connection cancels nothing", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const out = alice.call("102");
  await bob.incoming();
  await out.until("ringing");
  const via = out.response?.via[0];
  const { invite } = out;
  carol.sendRaw(
    `CANCEL sip:102@demo SIP/2.0\r\nVia: SIP/2.0/WSS ${via?.host};branch=${via?.params.get("branch")}\r\nFrom: <sip:alice@demo>;tag=${invite?.from.params.get("tag")}\r\nTo: <sip:102@demo>\r\nCall-ID: ${invite?.callId}\r\nCSeq: ${invite?.cseq.number} CANCEL\r\nMax-Forwards: 70\r\nContent-Length: 0\r\n\r\n`,
  );
  await settle();
  expect(carol.received.at(-1)).toMatch(/^SIP\/2\.0 481 /);
  expect(out.state).toBe("ringing");
});

test("REG-2 the challenge offers SHA-256 and then MD5, and either is accepted", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const answer = await alice.request("OPTIONS", { withoutCredentials: true });
  const challenges = headers(answer, "WWW-Authenticate");
  expect(challenges.map((value) => /algorithm=([\w-]+)/.exec(value)?.[1])).toEqual(["SHA-256", "MD5"]);
  for (const value of challenges) expect(value).toMatch(/^Digest realm="demo", nonce="[^"]+", .*qop="auth"$/);

  expect((await alice.request("OPTIONS")).status).toBe(200);
  expect((await pbx.phone("bob", { algorithm: "SHA-256" }).request("OPTIONS")).status).toBe(200);
});

test("REG-3 an expired nonce gets a new one with stale=true", async () => {
  const pbx = createTestPbx({ unauthenticatedMs: 3_600_000 });
  const alice = pbx.phone("alice");
  await alice.request("OPTIONS");
  const [, used] = sentAuthorization(alice.sent);
  await pbx.clock.advance(300_000);
  alice.sendRaw(again(used, "late"));
  await settle();
  expect(alice.received.at(-1)).toMatch(/^SIP\/2\.0 401 /);
  expect(alice.received.at(-1)).toContain("stale=true");
});

test("REG-4 credentials are accepted only once", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  await alice.request("OPTIONS");
  const [, used] = sentAuthorization(alice.sent);
  alice.sendRaw(again(used, "replay"));
  await settle();
  expect(alice.received.at(-1)).toMatch(/^SIP\/2\.0 401 /);
  expect(alice.received.at(-1)).toContain("stale=true");
});

test("REG-5 within a dialog the connection that created it needs no authentication", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  const challenges = alice.received.filter((frame) => frame.startsWith("SIP/2.0 401")).length;
  expect((await out.request("INFO")).status).toBe(200);
  expect(alice.received.filter((frame) => frame.startsWith("SIP/2.0 401"))).toHaveLength(challenges);
});

test.each([
  { user: "alice", host: "demo", status: 200 },
  { user: "101", host: "demo", status: 200 },
  { user: "bob", host: "demo", status: 403 },
  { user: "102", host: "demo", status: 403 },
  { user: "alice", host: "elsewhere.example", status: 403 },
  { user: "anonymous", host: "anonymous.invalid", status: 403 },
])("REG-6 From $user@$host with alice's password is $status", async ({ user, host, status }) => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  const answer = await alice.request("OPTIONS", { from: nameAddr(sipUri(user, host)) });
  expect(answer.status).toBe(status);
});

test("REG-6 further hosts can belong to this system", async () => {
  const pbx = createTestPbx({ domains: ["pbx.example"] });
  const alice = pbx.phone("alice");
  const answer = await alice.request("OPTIONS", { from: nameAddr(sipUri("alice", "pbx.example")) });
  expect(answer.status).toBe(200);
});

test("REG-7 a user without the right to a softphone is refused, even with the correct password", async () => {
  const pbx = createTestPbx();
  expect((await pbx.phone("erin").register()).status).toBe(403);
});

test("REG-8 a wrong password and an unknown name get the same challenge", async () => {
  const pbx = createTestPbx();
  const wrong = await pbx.phone("alice", { password: "guess" }).register();
  const unknown = await pbx.phone("nobody").register();
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.headers.map(([name]) => name)).toEqual(unknown.headers.map(([name]) => name));
  expect(pbx.logged).toContain("warn sip password wrong");
});

test("REG-9 after too many guesses an address must wait, even with the correct password; others need not", async () => {
  const pbx = createTestPbx({}, { guard: createFakeGuard(3) });
  const guesser = pbx.phone("alice", { password: "guess", address: "192.0.2.9" });
  for (let tries = 0; tries < 3; tries += 1) expect((await guesser.register()).status).toBe(401);
  const locked = await pbx.phone("alice", { address: "192.0.2.9" }).register();
  expect([locked.status, header(locked, "Retry-After")]).toEqual([403, "60"]);
  expect((await pbx.phone("alice", { address: "192.0.2.10" }).register()).status).toBe(200);
  expect((await pbx.phone("bob", { address: "192.0.2.9" }).register()).status).toBe(200);
});

const statusesOf = (frames: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const frame of frames) {
    const status = /^SIP\/2\.0 (\d{3})/.exec(frame)?.[1];
    if (status !== undefined) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

test.each([false, true])(
  "REG-9 95 wrong passwords in one chunk count like guesses one after the other (slow directory: %s)",
  async (isSlow) => {
    const pbx = createTestPbx({}, { guard: createFakeGuard(5) });
    if (isSlow) pbx.directory.answerLater();
    const guesser = pbx.phone("alice", { password: "guess" });
    await guesser.request("OPTIONS");
    const guess = sentAuthorization(guesser.sent).at(-1);
    const before = guesser.received.length;
    for (let index = 0; index < 95; index += 1) guesser.sendRaw(again(guess, `guess${index}`));
    await expect.poll(() => guesser.received.length).toBe(before + 95);
    expect(statusesOf(guesser.received.slice(before))).toEqual({ 401: 4, 403: 91 });
  },
);

test.each([false, true])(
  "REG-9 parallel requests of one phone do not make each other fail (slow directory: %s)",
  async (isSlow) => {
    const pbx = createTestPbx({}, { guard: createFakeGuard(5) });
    if (isSlow) pbx.directory.answerLater();
    const alice = pbx.phone("alice");
    await alice.request("OPTIONS");
    const [, right] = sentAuthorization(alice.sent);
    const fresh = pbx.phone("alice");
    for (let index = 0; index < 30; index += 1) fresh.sendRaw(again(right, `right${index}`));
    await expect.poll(() => fresh.received.length).toBe(30);
    expect(Object.keys(statusesOf(fresh.received))).not.toContain("403");
  },
);

test("REG-9 an authenticated phone stays connected while others guess passwords for its name", async () => {
  const pbx = createTestPbx({}, { guard: createFakeGuard(3) });
  const alice = await pbx.registered("alice");
  const guesser = pbx.phone("alice", { password: "guess" });
  for (let tries = 0; tries < 4; tries += 1) await guesser.register();
  expect((await guesser.register()).status).toBe(403);
  expect((await alice.request("OPTIONS")).status).toBe(200);
});

test("REG-9 a phone that signs off with a secret that has just ended does not lock the next sign-in", async () => {
  const pbx = createTestPbx({}, { guard: createFakeGuard(3) });
  const ended = pbx.phone("alice", { password: "ended" });
  await ended.request("OPTIONS");
  const [, request] = sentAuthorization(ended.sent);
  const alice = await pbx.registered("alice");
  const before = alice.received.length;
  for (let index = 0; index < 5; index += 1) alice.sendRaw(again(request, `late${index}`));
  await expect.poll(() => statusesOf(alice.received.slice(before))).toEqual({ 401: 5 });
  expect((await pbx.phone("alice").register()).status).toBe(200);
});

test("REG-56 a REGISTER on a connection that was proved with a secret is checked by it; any other request asks the directory", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  pbx.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  const { queries, uses } = pbx.directory;
  const browser = await pbx.registered("alice", { password: "of the browser" });
  expect(queries).toHaveLength(1);
  expect((await browser.register()).status).toBe(200);
  expect([queries.length, uses.map(({ credentialId }) => credentialId)]).toEqual([1, ["s1", "s1"]]);
  expect((await browser.request("OPTIONS")).status).toBe(200);
  expect(queries).toHaveLength(2);
  expect((await pbx.phone("alice", { password: "of the desk phone" }).register()).status).toBe(200);
  expect(queries).toHaveLength(3);
});

test("REG-56 on such a connection another secret of the user is accepted too, and a wrong one is not", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  pbx.directory.addSecret("alice", { id: "s2", secret: "of the desk phone" });
  const browser = await pbx.registered("alice", { password: "of the browser" });
  const answerTo = async (password: string): Promise<string | undefined> => {
    const other = pbx.phone("alice", { password });
    await other.register();
    const [, request] = sentAuthorization(other.sent);
    browser.sendRaw(again(request, password.replaceAll(" ", "")));
    await settle();
    return browser.received.at(-1);
  };
  // Its nonce was used already: stale says that the secret fits.
  expect(await answerTo("of the desk phone")).toContain("stale=true");
  expect(await answerTo("of nobody")).toMatch(/^SIP\/2\.0 401 (?!.*stale)/s);
});

test("REG-56 a known secret of an ended proof opens nothing: the connection is closed, and the next one asks the directory", async () => {
  const pbx = createTestPbx();
  pbx.directory.addSecret("alice", { id: "s1", secret: "of the browser" });
  const browser = await pbx.registered("alice", { password: "of the browser" });
  pbx.directory.endSecret("alice", "s1");
  await settle();
  browser.reconnect();
  expect((await browser.register()).status).toBe(401);
  expect(pbx.directory.queries).toHaveLength(2);
});

test("REG-10 credentials made for another address are refused", async () => {
  const pbx = createTestPbx();
  const alice = pbx.phone("alice");
  await alice.request("OPTIONS", { withoutCredentials: true });
  const moved = await alice.request("OPTIONS", { credentialsUri: "sip:other@demo" });
  expect(moved.status).toBe(400);
});

test("REG-1 a slow directory changes nothing", async () => {
  const pbx = createTestPbx();
  pbx.directory.answerLater();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  expect(out.state).toBe("talking");
  const early = alice.call("102");
  await bob.incoming();
  early.hangUp();
  await early.until("ended");
  expect(early.statuses.at(-1)).toBe(487);
});

function sentAuthorization(sent: readonly string[]): readonly string[] {
  return sent.flatMap((frame) => (frame.includes("\r\nAuthorization: ") ? ["", frame] : [])).slice(-2);
}

/** The same request as a new transaction. */
function again(frame: string | undefined, branch: string): string {
  return (frame ?? "")
    .replace(/branch=[^;\r]+/, `branch=z9hG4bK${branch}`)
    .replace(/^Call-ID: .*$/m, `Call-ID: ${branch}`);
}
