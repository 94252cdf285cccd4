import { createFakeVoicemail, settle, SHORT_RECORDING, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, REALM, type TestPbx } from "../../../../test/test-pbx.ts";
import { gateway } from "../../../../test/outside.ts";

/** Bob has a box; Alice and Carol call. */
async function people() {
  const boxes = createFakeVoicemail(REALM);
  const box = boxes.add({ mailbox: "102", name: "Bob Brandt", ownerId: 2 }, "2468");
  const pbx = createTestPbx({ noAnswerMs: 20_000 }, { boxes });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  return { pbx, boxes, box, alice, bob };
}

/** Plays what a caller hears to its end, sound by sound, until the system listens. */
async function hearToTheEnd(pbx: TestPbx, call: PhoneCall): Promise<readonly string[]> {
  const port = pbx.media.portOf(call.remoteSdp);
  const heard: string[] = [];
  for (let sounds = 0; sounds < 20 && port.recordings.length === 0; sounds += 1) {
    await settle();
    const now = port.hearsNow;
    if (now.kind === "file") {
      heard.push(now.path);
      const { path, token } = now;
      port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
    } else if (now.kind === "prompt" && now.prompt.kind === "tone") await pbx.clock.advance(400);
    else if (now.kind === "prompt") break;
  }
  return heard;
}

const UNAVAILABLE = [
  "/words/en/at-extension.opus",
  "/words/en/number-1.opus",
  "/words/en/number-0.opus",
  "/words/en/number-2.opus",
  "/words/en/is-unavailable.opus",
  "/words/en/leave-message.opus",
];

test("VMP-21 VMP-33 no one answers: the caller leaves a message, and the person is not busy meanwhile", async () => {
  const { pbx, boxes, box, alice, bob } = await people();
  const out = alice.call("102");
  const ringing = await bob.incoming();
  await pbx.clock.advance(20_000);
  expect(await out.until("talking")).toBe("talking");
  expect(ringing.state).toBe("ended");
  expect(await hearToTheEnd(pbx, out)).toEqual(UNAVAILABLE);
  const [call] = pbx.system.snapshot().calls;
  expect(call).toMatchObject({ callee: { number: "*98102" }, forwardedBy: [{ number: "102", userId: 2 }] });
  pbx.media.portOf(out.remoteSdp).recordings[0]?.end({ durationMs: 7_000, bytes: 9_000, marks: [] });
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(boxes.kept(box.id)).toMatchObject([{ durationMs: 7_000, from: { number: "101", userId: 1 } }]);
  expect(pbx.records).toMatchObject([
    { disposition: "answered", to: { number: "*98102", name: "Bob Brandt" }, forwardedBy: [{ number: "102" }] },
  ]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-21 a caller who was moved to a person who declines is back, and leaves no message", async () => {
  const { pbx, boxes, box, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  const out = alice.call("103");
  const talks = await carol.incoming();
  await talks.answer();
  await settle();
  const outcome = await pbx.system.commands.redirect({ by: "carol", legIds: [pbx.legOf(out)], to: "102" });
  expect(outcome).toEqual({ ok: true });
  (await bob.incoming()).reject(603);
  await settle();
  expect(pbx.system.snapshot().calls).toMatchObject([{ caller: { number: "101" }, callee: { number: "103" } }]);
  expect([out.state, talks.state]).toEqual(["talking", "talking"]);
  expect(boxes.kept(box.id)).toEqual([]);
});

test("VMP-22 do not disturb uses the busy greeting", async () => {
  const { pbx, alice } = await people();
  pbx.directory.change("bob", { doNotDisturb: true });
  const out = alice.call("102");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearToTheEnd(pbx, out)).toContain("/words/en/is-busy.opus");
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-21 blocked callers, and callers of people without a box, are refused as before", async () => {
  const { pbx, alice } = await people();
  pbx.directory.block(2, "101");
  const blocked = alice.call("102");
  await blocked.until("ended");
  expect(blocked.statuses.at(-1)).toBe(603);
  const nobody = alice.call("104");
  await nobody.until("ended");
  expect(nobody.statuses.at(-1)).toBe(480);
  expect(pbx.records.map(({ disposition }) => disposition)).toEqual(["rejected", "unavailable"]);
});

test("VMP-44 * during the greeting signs in to the box by its PIN, from any telephone; the PIN is always asked for", async () => {
  const { pbx, boxes, box, alice } = await people();
  boxes.change(box.id, { asksOwnerForPin: false });
  boxes.deliver(box.id, { urgent: true });
  pbx.directory.setDirectNumber("+16045550140", "102");
  pbx.directory.change("bob", { doNotDisturb: true });
  const trunk = await gateway(pbx);
  for (const out of [alice.call("*98102"), trunk.call("+16045550140")]) {
    expect(await out.until("talking")).toBe("talking");
    await press(out, "*");
    expect(await hearToTheEnd(pbx, out)).toEqual(["/words/en/enter-pin.opus"]);
    await press(out, "1357#");
    expect(await hearToTheEnd(pbx, out)).toEqual(["/words/en/wrong-pin.opus", "/words/en/enter-pin.opus"]);
    await press(out, "2468#");
    expect(await hearToTheEnd(pbx, out)).toEqual([
      "/words/en/you-have.opus",
      "/words/en/number-1.opus",
      "/words/en/urgent-message.opus",
      "/words/en/main-menu.opus",
    ]);
    out.hangUp();
    await settle();
  }
  expect(boxes.drafts).toEqual([]);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-44 a caller from outside who signs in calls a sender back with no more rights than before", async () => {
  const { pbx, boxes, box } = await people();
  boxes.deliver(box.id, { from: { number: "103", name: "Carol Chen", userId: 3 } });
  pbx.directory.setDirectNumber("+16045550140", "102");
  pbx.directory.change("bob", { doNotDisturb: true });
  const carol = await pbx.registered("carol");
  const out = (await gateway(pbx)).call("+16045550140");
  expect(await out.until("talking")).toBe("talking");
  await press(out, "*2468#101");
  expect(await out.until("ended")).toBe("ended");
  expect(carol.calls).toEqual([]);
});

test("VMP-38 an urgent message comes before the others, and is announced as urgent", async () => {
  const { pbx, boxes, box, alice, bob } = await people();
  boxes.change(box.id, { asksOwnerForPin: false, limits: { shortestMs: 500 } });
  boxes.deliver(box.id, {});
  const out = alice.call("*98102");
  await out.until("talking");
  await hearToTheEnd(pbx, out);
  await press(out, "#41");
  out.hangUp();
  expect(boxes.kept(box.id).map(({ urgent }) => urgent)).toEqual([false, true]);
  const owner = bob.call("*97");
  await owner.until("talking");
  await hearToTheEnd(pbx, owner);
  await press(owner, "1");
  expect(await hearToTheEnd(pbx, owner)).toEqual([
    "/words/en/message.opus",
    "/words/en/number-1.opus",
    "/words/en/urgent.opus",
    boxes.drafts[0]?.path,
    "/words/en/message-menu.opus",
  ]);
});

/** Until when a caller stays, and what is there then. */
test.each([
  ["during the greeting", "greeting", [], 0],
  ["in the tone", "tone", ["discarded"], 0],
  ["while they speak", "speaking", ["finished"], 1],
  ["too soon", "short", ["discarded"], 0],
  ["in the menu after the message", "review", ["finished"], 1],
] as const)("VMP-36 a caller who hangs up %s has left the recording until then", async (_, moment, drafts, kept) => {
  const { pbx, boxes, box, alice } = await people();
  boxes.change(box.id, { limits: { shortestMs: moment === "short" ? SHORT_RECORDING.durationMs + 1 : 500 } });
  const out = alice.call("*98102");
  await out.until("talking");
  const port = pbx.media.portOf(out.remoteSdp);
  await expect.poll(() => port.hearsNow.kind).toBe("file");
  if (moment !== "greeting") await press(out, "#");
  if (moment === "tone") expect(port.hearsNow).toMatchObject({ prompt: { tone: "beep" } });
  if (moment !== "greeting" && moment !== "tone") await hearToTheEnd(pbx, out);
  if (moment === "review") await press(out, "#");
  if (moment === "review") expect(port.hearsNow).toMatchObject({ path: "/words/en/review-menu.opus" });
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect([boxes.drafts.map(({ state }) => state), boxes.kept(box.id).length]).toEqual([drafts, kept]);
  expect(pbx.records).toMatchObject([{ disposition: "answered", endedBy: "caller" }]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-32 a full box says so before the tone and hangs up; nothing is recorded or stored", async () => {
  const { pbx, boxes, box, alice } = await people();
  boxes.fill(box.id);
  const out = alice.call("*98102");
  await out.until("talking");
  const { heard, recordings } = pbx.media.portOf(out.remoteSdp);
  await hearToTheEnd(pbx, out);
  expect(await out.until("ended")).toBe("ended");
  expect(heard.flatMap((source) => (source.kind === "file" ? [source.path] : [])).slice(-2)).toEqual([
    "/words/en/mailbox-full.opus",
    "/words/en/goodbye.opus",
  ]);
  expect(heard.some((source) => source.kind === "prompt" && source.prompt.kind === "tone")).toBe(false);
  expect([recordings.length, boxes.drafts, boxes.kept(box.id)]).toEqual([0, [], []]);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-26 without voicemail a caller who reaches nobody gets the reason, and no number leads to a box", async () => {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  const alice = await pbx.registered("alice");
  await pbx.registered("bob");
  const out = alice.call("102");
  await pbx.clock.advance(20_000);
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(480);
  for (const number of ["*98102", "*98", "*97"]) {
    const box = alice.call(number);
    await box.until("ended");
    expect(box.statuses.at(-1), number).toBe(480);
  }
});

test("VMP-23 *98 and a box leaves a message there; without such a box it is 404", async () => {
  const { pbx, alice, bob } = await people();
  const out = alice.call("*98102");
  expect(await out.until("talking")).toBe("talking");
  expect(bob.calls).toEqual([]);
  out.hangUp();
  const wrong = alice.call("*98999");
  await wrong.until("ended");
  expect(wrong.statuses.at(-1)).toBe(404);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-24 a person whose box cannot be read is rung like a person without one", async () => {
  const { pbx, boxes, alice, bob } = await people();
  boxes.breakDown(true);
  const out = alice.call("102");
  await bob.incoming();
  await pbx.clock.advance(20_000);
  await out.until("ended");
  expect(pbx.records).toMatchObject([{ disposition: "noAnswer" }]);
  expect(pbx.logged).toContain("error a voicemail box could not be read");
});

/** Sends digits by INFO, as a telephone does during a call. */
async function press(call: PhoneCall, digits: string): Promise<void> {
  for (const digit of digits) {
    const { status } = await call.request("INFO", {
      headers: [["Content-Type", "application/dtmf-relay"]],
      body: `Signal=${digit}\r\nDuration=100\r\n`,
    });
    expect(status).toBe(200);
  }
  await settle();
}

test("VMP-25 VMP-40 *97 is the caller's own box, after its PIN; without a box it is 404", async () => {
  const { pbx, alice, bob } = await people();
  const out = bob.call("*97");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearToTheEnd(pbx, out)).toEqual(["/words/en/enter-pin.opus"]);
  expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { number: "*97", name: "Voicemail" } }]);
  await press(out, "2468#");
  expect(await hearToTheEnd(pbx, out)).toEqual(["/words/en/no-messages.opus", "/words/en/main-menu.opus"]);
  out.hangUp();
  const none = alice.call("*97");
  await none.until("ended");
  expect(none.statuses.at(-1)).toBe(404);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-25 *98 alone asks for a box and its PIN, in the language of the caller's own box; a locked box says so", async () => {
  const { pbx, boxes, bob } = await people();
  boxes.change("box102", { language: "fr" });
  boxes.add({ mailbox: "200" }, "1357");
  const out = bob.call("*98");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearToTheEnd(pbx, out)).toEqual(["/words/fr/enter-mailbox.opus"]);
  await press(out, "200#1357#");
  expect(await hearToTheEnd(pbx, out)).toEqual(["/words/en/no-messages.opus", "/words/en/main-menu.opus"]);
  out.hangUp();
  for (let times = 0; times < 5; times += 1) await boxes.checkPin("box200", { pin: "0000", caller: "user 9" });
  const locked = bob.call("*98");
  expect(await locked.until("talking")).toBe("talking");
  await press(locked, "200#1357#");
  expect(await hearToTheEnd(pbx, locked)).toEqual(["/words/fr/locked.opus", "/words/fr/goodbye.opus"]);
  expect(await locked.until("ended")).toBe("ended");
});

test("VMP-25 no one can be sent to *97, and no forward leads to *98 alone", async () => {
  const { pbx, alice } = await people();
  pbx.directory.change("bob", { forward: "*98" });
  const forwarded = alice.call("102");
  await forwarded.until("ended");
  expect(forwarded.statuses.at(-1)).toBe(403);
  pbx.directory.change("bob", { forward: "*97" });
  const own = alice.call("102");
  await own.until("ended");
  expect(own.statuses.at(-1)).toBe(403);
});

test("VMP-23 a forward to *98 and a box leads there, and a ringing call can be sent to the callee's box", async () => {
  const { pbx, boxes, box, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  pbx.directory.change("carol", { forward: "*98102" });
  const forwarded = alice.call("103");
  expect(await forwarded.until("talking")).toBe("talking");
  forwarded.hangUp();
  expect(carol.calls).toEqual([]);
  const rings = alice.call("102");
  const ringing = await bob.incoming();
  await settle();
  const outcome = await pbx.system.commands.redirect({ by: "bob", legIds: [pbx.legOf(rings)], to: "*98102" });
  expect(outcome).toEqual({ ok: true });
  expect(await rings.until("talking")).toBe("talking");
  expect(ringing.state).toBe("ended");
  expect(await hearToTheEnd(pbx, rings)).toEqual(UNAVAILABLE);
  pbx.media.portOf(rings.remoteSdp).recordings[0]?.end({ durationMs: 4_000, bytes: 9_000, marks: [] });
  await settle();
  expect(boxes.kept(box.id)).toHaveLength(1);
});

test("VMP-37 VMP-58 callers are connected to an operator, or to the sender of a message", async () => {
  const { pbx, boxes, box, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  boxes.change(box.id, { operator: "103", asksOwnerForPin: false });
  const out = alice.call("*98102");
  expect(await out.until("talking")).toBe("talking");
  await press(out, "0");
  await (await carol.incoming()).answer();
  await settle();
  expect(pbx.system.snapshot().calls).toMatchObject([{ caller: { number: "101" }, callee: { number: "103" } }]);
  out.hangUp();
  await settle();
  boxes.deliver(box.id, { from: { number: "103", name: "Carol Chen", userId: 3 } });
  const owner = bob.call("*97");
  expect(await owner.until("talking")).toBe("talking");
  await press(owner, "101");
  await (await carol.incoming()).answer();
  await settle();
  expect(pbx.system.snapshot().calls).toMatchObject([{ caller: { number: "102" }, callee: { number: "103" } }]);
  owner.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});
