import { createFakeVoicemail, settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, REALM, type Office } from "../../test/office.ts";

/** Bob has a box; alice and carol call. */
async function people() {
  const boxes = createFakeVoicemail(REALM);
  const box = boxes.add({ mailbox: "102", name: "Bob Brandt", ownerId: 2 });
  const office = createOffice({ noAnswerMs: 20_000 }, { boxes });
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  return { office, boxes, box, alice, bob };
}

/** What a caller hears comes to its end, sound by sound, until the system listens. */
async function hearToTheEnd(office: Office, call: PhoneCall): Promise<readonly string[]> {
  const port = office.media.portOf(call.remoteSdp);
  const heard: string[] = [];
  for (let sounds = 0; sounds < 20 && port.recordings.length === 0; sounds += 1) {
    await settle();
    const now = port.hearsNow;
    if (now.kind === "file") {
      heard.push(now.path);
      const { path, token } = now;
      port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
    } else await office.clock.advance(400);
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

test("VMP-21 VMP-33 nobody answers: the caller leaves a message, and the person is not busy by it", async () => {
  const { office, boxes, box, alice, bob } = await people();
  const out = alice.call("102");
  const ringing = await bob.incoming();
  await office.clock.advance(20_000);
  expect(await out.until("talking")).toBe("talking");
  expect(ringing.state).toBe("ended");
  expect(await hearToTheEnd(office, out)).toEqual(UNAVAILABLE);
  const [call] = office.system.snapshot().calls;
  expect(call).toMatchObject({ callee: { number: "*98102" }, forwardedBy: [{ number: "102", userId: 2 }] });
  office.media.portOf(out.remoteSdp).recordings[0]?.end({ durationMs: 7_000, bytes: 9_000, marks: [] });
  out.hangUp();
  await office.clock.advance(40_000);
  expect(boxes.kept(box.id)).toMatchObject([{ durationMs: 7_000, from: { number: "101", userId: 1 } }]);
  expect(office.records).toMatchObject([
    { disposition: "answered", to: { number: "*98102", name: "Bob Brandt" }, forwardedBy: [{ number: "102" }] },
  ]);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-22 somebody who does not want to be disturbed is on the phone", async () => {
  const { office, alice } = await people();
  office.directory.change("bob", { doNotDisturb: true });
  const out = alice.call("102");
  expect(await out.until("talking")).toBe("talking");
  expect(await hearToTheEnd(office, out)).toContain("/words/en/is-busy.opus");
  out.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-21 whoever is blocked, and whoever calls somebody without a box, is refused as before", async () => {
  const { office, alice } = await people();
  office.directory.block(2, "101");
  const blocked = alice.call("102");
  await blocked.until("ended");
  expect(blocked.statuses.at(-1)).toBe(603);
  const nobody = alice.call("104");
  await nobody.until("ended");
  expect(nobody.statuses.at(-1)).toBe(480);
  expect(office.records.map(({ disposition }) => disposition)).toEqual(["rejected", "unavailable"]);
});

test("VMP-23 *98 and a box leaves a message there; without such a box it is 404", async () => {
  const { office, alice, bob } = await people();
  const out = alice.call("*98102");
  expect(await out.until("talking")).toBe("talking");
  expect(bob.calls).toEqual([]);
  out.hangUp();
  const wrong = alice.call("*98999");
  await wrong.until("ended");
  expect(wrong.statuses.at(-1)).toBe(404);
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("VMP-24 a person whose box cannot be looked up is rung as one without", async () => {
  const { office, boxes, alice, bob } = await people();
  boxes.breakDown(true);
  const out = alice.call("102");
  await bob.incoming();
  await office.clock.advance(20_000);
  await out.until("ended");
  expect(office.records).toMatchObject([{ disposition: "noAnswer" }]);
  expect(office.logged).toContain("error a voicemail box could not be read");
});
