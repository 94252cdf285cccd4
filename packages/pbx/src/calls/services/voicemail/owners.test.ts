import { settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { atBox, MENU, three, where } from "../../../../test/box-owner.ts";
import type { Boxes } from "../../../../test/box-owner.ts";
import type { VoicemailBox } from "@callpanel/phone-port";

it("VMP-50 after sign-in: the temporary greeting if there is one, the number of messages, then the menu", async () => {
  const owner = await atBox({}, three);
  expect(await owner.hear()).toBe("you-have number-2 new-messages and number-1 old-message main-menu");
  const away = await atBox({}, (boxes, { id }) => boxes.setGreeting(id, "temp", "/temp"));
  expect(await away.hear()).toBe("temporary-in-use no-messages main-menu");
});

it("VMP-51 a menu is played three times, then it hangs up; an invalid choice is announced", async () => {
  const owner = await atBox();
  await owner.hear();
  expect(await owner.press("9")).toBe("try-again main-menu");
  for (const said of ["main-menu", "main-menu", "goodbye"]) {
    await owner.clock.advance(5_000);
    expect(await owner.hear()).toBe(said);
  }
  expect(owner.dismissals).toEqual([200]);
  const other = await atBox();
  await other.hear();
  expect(await other.press("*")).toBe("goodbye");
});

it("VMP-52 1 opens the new messages, otherwise the old ones, otherwise it says that there are none", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  expect(await owner.press("1")).toBe(`message number-1 /messages/a.opus ${MENU}`);
  const read = await atBox({}, (boxes, { id }) => boxes.deliver(id, { id: "c" }, { kind: "old" }));
  await read.hear();
  expect(await read.press("1")).toBe(`message number-1 /messages/c.opus ${MENU}`);
  const empty = await atBox();
  await empty.hear();
  expect(await empty.press("1")).toBe("no-messages main-menu");
});

it("VMP-52 the time and length of a message are said if the box wants it, and the number it came from", async () => {
  const at = Date.UTC(2026, 0, 4, 14, 5);
  const told = (boxes: Boxes, { id }: VoicemailBox) =>
    void boxes.deliver(id, { at, durationMs: 61_000, from: { number: "+15550", name: "Pat" } });
  const envelope = await atBox({ envelope: true, timeZone: "America/Toronto" }, told);
  await envelope.hear();
  expect(await envelope.press("1", 13)).toBe(
    "message number-1 received yesterday hour-9 minute-5 am length number-1 length-minute number-1 length-second /messages/message1.opus",
  );
  const caller = await atBox({ playCallerId: true }, told);
  await caller.hear();
  expect(await caller.press("1", 7)).toBe("message number-1 from-number number-1 number-5 number-5 number-5");
  const anonymous = await atBox({ playCallerId: true }, (boxes, { id }) => {
    boxes.deliver(id, { from: { number: "anonymous", name: "" } });
  });
  await anonymous.hear();
  expect(await anonymous.press("1", 3)).toBe("message number-1 from-unknown");
});

it("VMP-53 a message counts as heard once it starts to play", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  await owner.press("1", 1);
  expect(where(owner)).toEqual(["a new", "b new", "c old"]);
  await owner.hear(1);
  await settle();
  expect(where(owner)).toEqual(["a old", "b new", "c old"]);
});

it("VMP-54 1 skips back five seconds, 3 forward, 2 pauses for a minute at most, # skips", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  await owner.press("1", 1);
  await owner.press("#", 0);
  await owner.clock.advance(7_000);
  expect(await owner.press("1", 0)).toBe("");
  expect(owner.port.hearsNow).toMatchObject({ path: "/messages/a.opus", fromMs: 2_000 });
  await owner.press("3", 0);
  expect(owner.port.hearsNow).toMatchObject({ fromMs: 7_000 });
  await owner.clock.advance(1_000);
  await owner.press("2", 0);
  expect(owner.port.hearsNow).toMatchObject({ kind: "prompt" });
  await owner.clock.advance(59_000);
  expect(owner.port.hearsNow).toMatchObject({ kind: "prompt" });
  await owner.press("2", 0);
  expect(owner.port.hearsNow).toMatchObject({ fromMs: 8_000 });
  await owner.press("2", 0);
  await owner.clock.advance(60_000);
  expect(owner.port.hearsNow).toMatchObject({ fromMs: 8_000 });
  // The file ends before that.
  expect(await owner.press("3")).toBe(MENU);
  expect(await owner.press("1", 0)).toBe("");
  expect(owner.port.hearsNow).toMatchObject({ fromMs: 7_000 });
  expect(await owner.press("#")).toBe(MENU);
  expect(await owner.press("#", 2)).toBe("message number-2");
});

it("VMP-55 4 is the previous message, 5 the same again, 6 the next; at either end this is announced", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("4")).toBe(`no-earlier-messages ${MENU}`);
  expect(await owner.press("6")).toBe(`message number-2 /messages/b.opus ${MENU}`);
  expect(await owner.press("6")).toBe(`no-more-messages ${MENU}`);
  expect(await owner.press("5")).toBe(`/messages/b.opus ${MENU}`);
  expect(await owner.press("4")).toBe(`message number-1 /messages/a.opus ${MENU}`);
  expect(await owner.press("2")).toBe(`try-again ${MENU}`);
});

it("VMP-55 a message that was removed by another person meanwhile is announced as removed", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  await owner.press("1");
  await owner.boxes.remove("b");
  expect(await owner.press("6")).toBe(`message-gone ${MENU}`);
});

it("VMP-56 7 deletes and restores; deleted messages are removed when the folder is left", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("7")).toBe(`deleted ${MENU}`);
  expect(await owner.press("7")).toBe(`kept ${MENU}`);
  await owner.press("76");
  expect(where(owner)).toHaveLength(3);
  expect(await owner.press("*")).toBe("main-menu");
  expect(where(owner)).toEqual(["b old", "c old"]);
});

it.each(["hangs up", "says nothing more"])(
  "VMP-56 deleted messages are removed as well when the caller %s",
  async (how) => {
    const owner = await atBox({}, three);
    await owner.hear();
    await owner.press("17");
    if (how === "hangs up") owner.stay.stop();
    else
      for (let times = 0; times < 3; times += 1) {
        await owner.clock.advance(5_000);
        await owner.hear();
      }
    await settle();
    expect(where(owner).map((one) => one[0])).toEqual(["b", "c"]);
  },
);

it("VMP-57 folders are chosen by their digit, 0 is the new messages, and a message is saved in one", async () => {
  const owner = await atBox({}, (boxes, box) => {
    three(boxes, box);
    boxes.addFolder(box.id, "ab");
  });
  await owner.hear();
  const choices =
    "folder-menu for-new-messages press number-0 for-old-messages press number-1 for-folder letter-a letter-b press number-2";
  expect(await owner.press("2")).toBe(choices);
  expect(await owner.press("5")).toBe(`try-again ${choices}`);
  expect(await owner.press("2")).toBe("folder-empty main-menu");
  await owner.press("17");
  expect(await owner.press("9")).toBe(choices);
  expect(await owner.press("2")).toBe(`saved ${MENU}`);
  await owner.press("*");
  expect(where(owner)).toEqual(["a ab", "b new", "c old"]);
  expect(await owner.press("22")).toBe(`message number-1 /messages/a.opus ${MENU}`);
  expect(await owner.press("9*")).toBe(MENU);
  expect(await owner.press("*")).toBe("main-menu");
  expect(await owner.press("2*")).toBe("main-menu");
});

it("VMP-58 0 gives more: calls the sender after removing deleted messages; a message without a number cannot be called", async () => {
  const owner = await atBox({}, (boxes, { id }) => {
    boxes.deliver(id, { from: { number: "5550100", name: "Pat" } });
    boxes.deliver(id, { from: { number: "anonymous", name: "" } });
  });
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("6")).toContain("number-2");
  expect(await owner.press("0")).toBe("more-menu");
  expect(await owner.press("1")).toBe("cannot-call-back more-menu");
  expect(await owner.press("*")).toBe(MENU);
  await owner.press("4701");
  expect(owner.called).toEqual(["5550100"]);
  expect(where(owner)).toEqual(["message2 old"]);
});

it("VMP-58 on request time and sender are spoken, even if the box does not announce them before each message", async () => {
  const owner = await atBox({}, (boxes, { id }) => {
    boxes.deliver(id, { at: Date.UTC(2026, 0, 5, 8, 0), from: { number: "12", name: "" } });
  });
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("02")).toBe(
    "received today hour-8 minute-0 am length number-5 length-seconds from-number number-1 number-2 more-menu",
  );
});

it("VMP-59 8 forwards a message to another box, as it is or after a comment", async () => {
  const owner = await atBox({}, (boxes, box) => {
    three(boxes, box);
    boxes.add({ mailbox: "102" });
  });
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("8")).toBe("forward-to");
  expect(await owner.press("102#")).toBe("comment-menu");
  expect(await owner.press("1")).toBe(`forwarded ${MENU}`);
  await owner.press("8102#");
  expect(await owner.press("2")).toBe("record-comment beep");
  await owner.clock.advance(2_000);
  expect(await owner.press("#")).toBe("recorded-menu");
  expect(await owner.press("1")).toBe(`forwarded ${MENU}`);
  const [draft] = owner.boxes.drafts;
  expect(draft).toMatchObject({ purpose: { kind: "comment" }, state: "finished" });
  expect(owner.boxes.kept("box102")).toMatchObject([
    { path: "/messages/a.opus" },
    { path: "/messages/a.opus", commentDraftId: draft?.id },
  ]);
});

it("VMP-59 an unknown box is asked for three times, and a full one is announced", async () => {
  const owner = await atBox({}, (boxes, box) => {
    three(boxes, box);
    boxes.fill(boxes.add({ mailbox: "102" }).id);
  });
  await owner.hear();
  await owner.press("1");
  expect(await owner.press("8999#")).toBe("no-such-mailbox forward-to");
  expect(await owner.press("12*")).toBe("forward-to");
  expect(await owner.press("998#")).toBe("no-such-mailbox forward-to");
  expect(await owner.press("997#")).toBe(`no-such-mailbox ${MENU}`);
  expect(await owner.press("8*")).toBe(MENU);
  await owner.press("8102#2");
  await owner.press("#");
  expect(await owner.press("1")).toBe(`mailbox-full ${MENU}`);
  expect(owner.boxes.drafts.map(({ state }) => state)).toEqual(["discarded"]);
});

it("VMP-65 a failed request is announced, and the caller is back where they asked", async () => {
  const owner = await atBox({}, three);
  await owner.hear();
  owner.boxes.breakDown(true);
  expect(await owner.press("1")).toBe("not-possible main-menu");
  expect(await owner.press("2")).toBe("not-possible main-menu");
  owner.boxes.breakDown(false);
  await owner.press("1");
  owner.boxes.breakDown(true);
  for (const keys of ["6", "9", "8102#"]) expect(await owner.press(keys)).toBe(`not-possible ${MENU}`);
  expect(await owner.press("7*")).toBe("not-possible main-menu");
  expect(await owner.press("011")).toBe("not-possible options-menu");
  expect(await owner.press("51357#1357#")).toBe("not-possible options-menu");
  expect(owner.logged).toContain("a caller could not be answered");
});

it("VMP-65 a box that cannot be opened at all says so and hangs up", async () => {
  const owner = await atBox({}, (boxes) => boxes.breakDown(true));
  expect(await owner.hear()).toBe("not-possible goodbye");
  expect(owner.dismissals).toEqual([200]);
});

it("VMP-66 late replies are waited for, in every menu", async () => {
  const owner = await atBox({}, (boxes, box) => {
    three(boxes, box);
    boxes.answerLater();
  });
  await owner.hear();
  expect(await owner.press("176")).toBe(`message number-2 /messages/b.opus ${MENU}`);
  await owner.press("*011");
  await owner.press("#");
  expect(await owner.press("1")).toBe("greeting-saved greeting-menu");
  expect(where(owner)).toEqual(["b old", "c old"]);
});
