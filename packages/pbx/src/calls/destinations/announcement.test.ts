import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import { gateway } from "../../../test/outside.ts";
import type { Announcement, AnnouncementParts } from "@callpanel/phone-port";

const HOURS: Announcement = { name: "Hours", language: "fr", sound: "/hours.opus", next: undefined };

function officeWith(announcement: Announcement | undefined): TestPbx {
  const announcements: AnnouncementParts = {
    announcement: () => Promise.resolve(announcement),
    checkPin: ({ id }, { pin }) => Promise.resolve(id === "640" && pin === "12" ? "right" : "wrong"),
    promptsFolder: "/words",
  };
  const pbx = createTestPbx({}, { announcements });
  pbx.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  return pbx;
}

/** Returns what the caller hears now, and plays it to its end. */
async function hearOne(pbx: TestPbx, call: PhoneCall): Promise<string> {
  await settle();
  const port = pbx.media.portOf(call.remoteSdp);
  const now = port.hearsNow;
  if (now.kind !== "file") return now.kind;
  port.emit({ kind: "played", path: now.path, ...(now.token === undefined ? {} : { token: now.token }) });
  return now.path;
}
async function key(pbx: TestPbx, call: PhoneCall): Promise<void> {
  await settle();
  const port = pbx.media.portOf(call.remoteSdp);
  for (const digit of ["1", "2", "#"] as const) port.emit({ kind: "digit", digit, durationMs: 100 });
}

test("ANN-8 ANN-9 a caller is asked for the PIN in the announcement's language and hears it, then the call ends", async () => {
  const pbx = officeWith(HOURS);
  const alice = await pbx.registered("alice");
  const out = alice.call("640");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearOne(pbx, out)).toBe("/words/fr/enter-pin.opus");
  await key(pbx, out);
  expect(await hearOne(pbx, out)).toBe("/hours.opus");
  await out.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([
    { disposition: "answered", to: { number: "640", name: "Hours" }, endedBy: "system" },
  ]);
});

test("ANN-10 after it the call goes to the number of the realm that it names, also when the call was transferred there", async () => {
  const pbx = officeWith({ ...HOURS, next: "103" });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const carol = await pbx.registered("carol");
  const talk = await pbx.talk(alice, "102", bob);
  const legIds = [pbx.legOf(talk.in)];
  expect(await pbx.system.commands.redirect({ by: "alice", legIds, to: "640" })).toEqual({ ok: true });
  await hearOne(pbx, talk.in);
  await key(pbx, talk.in);
  expect(await hearOne(pbx, talk.in)).toBe("/hours.opus");
  const incoming = await carol.incoming();
  await incoming.answer();
  await settle();
  expect(pbx.talkTogether(talk.in, incoming)).toBe(true);
});

test("ANN-10 a caller from outside gets to that number too, and to no other", async () => {
  const pbx = officeWith({ ...HOURS, next: "103" });
  pbx.directory.setDirectNumber("+16045550140", "640");
  const carol = await pbx.registered("carol");
  const trunk = await gateway(pbx);
  const out = trunk.call("+16045550140");
  expect(await out.until("talking")).toBe("talking");
  await hearOne(pbx, out);
  await key(pbx, out);
  await hearOne(pbx, out);
  const incoming = await carol.incoming();
  await incoming.answer();
  await settle();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
});

test("ANN-8 a removed announcement is refused with a prompt, and a system without announcements refuses all", async () => {
  const pbx = officeWith(undefined);
  const alice = await pbx.registered("alice");
  const out = alice.call("640");
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(404);
  const without = createTestPbx();
  without.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  const bob = await without.registered("bob");
  const refused = bob.call("640");
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(480);
});
