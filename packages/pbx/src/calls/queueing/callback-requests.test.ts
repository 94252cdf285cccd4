import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { askCallback, callbackDesk, CALLBACKS, expectDone, outcalls, waiting } from "../../../test/callback-desk.ts";
import { STRANGER } from "../../../test/outside.ts";
import { fileFor, playOut, press } from "../../../test/queue-desk.ts";

test("QCB-1 the caller hears the number and confirms it; then the place is kept, and they are hung up", async () => {
  const office = await callbackDesk();
  const call = await office.fromOutside();
  await press(call, "2");
  const heard: string[] = [];
  for (let file = fileFor(office, call); file.startsWith("/words"); file = fileFor(office, call)) {
    heard.push(file.replace("/words/en/", ""));
    await playOut(office, call);
  }
  expect(heard.at(0)).toBe("queue-callback-number.opus");
  expect(heard.slice(1, -1)).toEqual("16045550199".split("").map((digit) => `number-${digit}.opus`));
  expect(heard.at(-1)).toBe("queue-callback-confirm.opus");
  await press(call, "1");
  expect(fileFor(office, call)).toBe("/words/en/queue-callback-taken.opus");
  expect(waiting(office)).toEqual([[STRANGER, 0]]);
  await playOut(office, call);
  expect(await call.until("ended")).toBe("ended");
  expect(office.log().slice(1)).toEqual(["ENTERQUEUE", "OUTCALL"]);
  await expectDone(office);
});

test("QCB-1 any other key, and none for a while, changes nothing; then the exit key counts again", async () => {
  const office = await callbackDesk({ exit: { key: "0", to: "101" } });
  const call = await office.fromOutside();
  for (const key of ["0", "2"]) {
    await press(call, "2");
    await press(call, key);
    expect(office.at.heardBy(call)).toBe("music");
  }
  await press(call, "2");
  await office.at.clock.advance(40_000);
  expect(office.at.heardBy(call)).toBe("music");
  expect([waiting(office), outcalls(office)]).toEqual([[[STRANGER, undefined]], []]);
  await press(call, "0");
  expect(office.log().at(-1)).toBe("EXITWITHKEY");
  await expectDone(office, call);
});

test("QCB-1 an agent who picks up while the caller is asked has the caller", async () => {
  const office = await callbackDesk();
  const call = await office.fromOutside();
  await press(call, "2");
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await settle();
  expect(office.at.talkTogether(call, ringing)).toBe(true);
  await press(call, "1");
  await office.at.clock.advance(60_000);
  expect(office.at.talkTogether(call, ringing)).toBe(true);
  await expectDone(office, call);
});

test("QCB-2 it is offered with its key, in the queue's language", async () => {
  const office = await callbackDesk({ language: "fr" });
  const call = await office.fromOutside();
  await office.at.clock.advance(1_000);
  expect(fileFor(office, call)).toBe("/words/fr/queue-callback-press.opus");
  await playOut(office, call);
  expect(fileFor(office, call)).toBe("/words/fr/number-2.opus");
  await playOut(office, call);
  expect(office.at.heardBy(call)).toBe("music");
  await expectDone(office, call);
});

test.each([
  ["a premium-rate number", "+19005551234"],
  ["a number abroad", "+442079460000"],
  ["an emergency number", "911"],
  ["a direct number of the company", "+16045550101"],
  ["a colleague's extension", "103"],
  ["a code", "*45"],
  ["a short number", "411"],
  ["no number", "anonymous"],
])("QCB-3 a caller who claims to call from %s is offered nothing, and the key does nothing", async (_, number) => {
  const office = await callbackDesk();
  const call = await office.fromOutside(number);
  await office.at.clock.advance(1_000);
  expect(office.at.heardBy(call)).toBe("music");
  await press(call, "2");
  await press(call, "1");
  expect(office.at.heardBy(call)).toBe("music");
  expect(outcalls(office)).toEqual([]);
  await expectDone(office, call);
});

test.each([
  ["may not be called any more", { may: false, numberClass: "premium" }],
  ["is past the limits of the company", { may: true, atOnce: 5, perHour: 0 }],
] as const)("QCB-3, QCB-21 a number that %s is not called", async (_, right) => {
  const office = await callbackDesk();
  await askCallback(office, await office.fromOutside());
  office.at.directory.allowOutside(() => right);
  const bob = await office.agent("bob");
  const ringing = await bob.incoming();
  await ringing.answer();
  await ringing.until("ended");
  expect(office.line.calls.filter(({ direction }) => direction === "incoming")).toEqual([]);
  expect(outcalls(office)).toEqual(["asked", "dialled", "busy"]);
  await expectDone(office);
});

test("QCB-4 a caller whose request is refused hears that, and waits on", async () => {
  const office = await callbackDesk({ callbacks: { ...CALLBACKS, most: 0 } });
  const call = await office.fromOutside();
  await press(call, "2");
  await press(call, "1");
  expect(fileFor(office, call)).toBe("/words/en/queue-callback-refused.opus");
  await playOut(office, call);
  expect(office.at.heardBy(call)).toBe("music");
  expect(waiting(office)).toEqual([[STRANGER, undefined]]);
  await expectDone(office, call);
});
