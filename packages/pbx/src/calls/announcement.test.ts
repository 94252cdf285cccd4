import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../test/office.ts";
import { gateway } from "../../test/outside.ts";
import type { Announcement, AnnouncementParts } from "@callpanel/phone-port";

const HOURS: Announcement = { name: "Hours", language: "fr", sound: "/hours.opus", next: undefined };

function officeWith(announcement: Announcement | undefined): Office {
  const announcements: AnnouncementParts = {
    announcement: () => Promise.resolve(announcement),
    checkPin: ({ id }, { pin }) => Promise.resolve(id === "640" && pin === "12" ? "right" : "wrong"),
    promptsFolder: "/words",
  };
  const office = createOffice({}, { announcements });
  office.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  return office;
}

/** Returns what the caller hears now, and plays it to its end. */
async function hearOne(office: Office, call: PhoneCall): Promise<string> {
  await settle();
  const port = office.media.portOf(call.remoteSdp);
  const now = port.hearsNow;
  if (now.kind !== "file") return now.kind;
  port.emit({ kind: "played", path: now.path, ...(now.token === undefined ? {} : { token: now.token }) });
  return now.path;
}
async function key(office: Office, call: PhoneCall): Promise<void> {
  await settle();
  const port = office.media.portOf(call.remoteSdp);
  for (const digit of ["1", "2", "#"] as const) port.emit({ kind: "digit", digit, durationMs: 100 });
}

test("ANN-8 ANN-9 a caller is asked for the PIN in the announcement's language and hears it, then the call ends", async () => {
  const office = officeWith(HOURS);
  const alice = await office.registered("alice");
  const out = alice.call("640");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearOne(office, out)).toBe("/words/fr/enter-pin.opus");
  await key(office, out);
  expect(await hearOne(office, out)).toBe("/hours.opus");
  await out.until("ended");
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([
    { disposition: "answered", to: { number: "640", name: "Hours" }, endedBy: "system" },
  ]);
});

test("ANN-10 after it the call goes to the number of the realm that it names, also when the call was transferred there", async () => {
  const office = officeWith({ ...HOURS, next: "103" });
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const carol = await office.registered("carol");
  const talk = await office.talk(alice, "102", bob);
  const legIds = [office.legOf(talk.in)];
  expect(await office.system.commands.redirect({ by: "alice", legIds, to: "640" })).toEqual({ ok: true });
  await hearOne(office, talk.in);
  await key(office, talk.in);
  expect(await hearOne(office, talk.in)).toBe("/hours.opus");
  const incoming = await carol.incoming();
  await incoming.answer();
  await settle();
  expect(office.talkTogether(talk.in, incoming)).toBe(true);
});

test("ANN-10 a caller from outside gets to that number too, and to no other", async () => {
  const office = officeWith({ ...HOURS, next: "103" });
  office.directory.setDirectNumber("+16045550140", "640");
  const carol = await office.registered("carol");
  const trunk = await gateway(office);
  const out = trunk.call("+16045550140");
  expect(await out.until("talking")).toBe("talking");
  await hearOne(office, out);
  await key(office, out);
  await hearOne(office, out);
  const incoming = await carol.incoming();
  await incoming.answer();
  await settle();
  expect(office.talkTogether(out, incoming)).toBe(true);
});

test("ANN-8 a removed announcement is refused with a prompt, and a system without announcements refuses all", async () => {
  const office = officeWith(undefined);
  const alice = await office.registered("alice");
  const out = alice.call("640");
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(404);
  const without = createOffice();
  without.directory.setNumber("640", { kind: "announcement", id: "640", name: "Hours" });
  const bob = await without.registered("bob");
  const refused = bob.call("640");
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(480);
});
