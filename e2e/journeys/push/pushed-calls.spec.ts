import type { Page } from "@playwright/test";
import { clickNote, createPusher, openedByClick, subscribeAt } from "../../support/browser/notifications.ts";
import {
  anyCall,
  callWith,
  type Company,
  dial,
  expect,
  expectHears,
  softphone,
  test,
} from "../../support/company/people.ts";
import { usePushService } from "../../support/outside/push-service.ts";
import { listenIn } from "../../support/media/sound.ts";
import { openDeskPhone } from "../../support/outside/telephone.ts";

const service = usePushService();

const notesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    return ((await registration?.getNotifications()) ?? []).map(({ body }) => body);
  });

/** Browsers of two people: that of the second has notifications, and no page of the panel any more. */
async function callerAndSleeper(company: Company) {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  const { page } = bob;
  const { address } = company.server;
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? "none")).toBe("activated");
  await subscribeAt(page, service());
  const subscribed = page.waitForResponse((answer) => answer.url().endsWith("/push/subscriptions"));
  await page.reload();
  expect((await subscribed).status()).toBe(200);
  // A page of the same origin without the panel: what the browser shows is read there.
  const elsewhere = await page.context().newPage();
  await listenIn(elsewhere);
  const { deliver } = await createPusher(elsewhere, address);
  await elsewhere.goto(`${address}/favicon.svg`);
  await page.close();
  const card = alice.page.getByRole("listitem", { name: "Bob Brandt" });
  await expect(card).toHaveAttribute("data-presence", "offline");

  /** The last push of so many reaches the browser. */
  const arrived = async (count: number) => {
    await expect.poll(() => service().received.length).toBe(count);
    await deliver(JSON.stringify(service().received.at(-1)?.message));
  };
  const ring = async () => {
    const before = service().received.length;
    await dial(alice, "102");
    await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
    await arrived(before + 1);
    expect(await notesOf(elsewhere)).toEqual(["Incoming call · 101"]);
  };
  return { alice, bob, elsewhere, address, deliver, arrived, ring };
}

test("PUSH-20 PUSH-21 PUSH-22 PUSH-25 CALL-120 a call to a person without a page is declined and answered from its notification", async ({
  company,
}) => {
  const { alice, bob, elsewhere, address, deliver, arrived, ring } = await callerAndSleeper(company);

  await test.step("Decline ends the call without a page", async () => {
    await ring();
    await clickNote(elsewhere, "decline");
    await expect(callWith(alice, "Voicemail of Bob Brandt")).toHaveAttribute("data-state", "on-call");
    await expect.poll(() => notesOf(elsewhere)).toEqual([]);
    await arrived(2);
    expect(service().received[1]?.message).toMatchObject({ kind: "close" });
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(alice)).toHaveCount(0);
  });

  await test.step("a caller who gives up leaves a missed call", async () => {
    await ring();
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await arrived(4);
    expect(await notesOf(elsewhere)).toEqual(["Missed call · 101"]);
    await deliver(JSON.stringify({ ...Object(service().received[3]?.message), kind: "close" }));
  });

  await test.step("Answer opens the panel, which answers without another click, with sound both ways", async () => {
    await ring();
    await elsewhere.goto("about:blank");
    expect(await openedByClick(elsewhere, "answer")).toBe("/");
    await elsewhere.goto(address);
    const opened = { ...bob, page: elsewhere };
    await expect(anyCall(opened)).toHaveAttribute("data-state", "on-call");
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
    await expectHears(alice, bob.voiceHz);
    await arrived(6);
    expect(service().received[5]?.message).toMatchObject({ kind: "close" });
    await softphone(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(opened)).toHaveCount(0);
  });
});

test("PUSH-27 PUSH-29 CALL-126 a desk phone and a browser without a page ring together", async ({ company }) => {
  const { alice, bob, elsewhere, address, arrived, ring } = await callerAndSleeper(company);
  const desk = await openDeskPhone(address, "bob");

  await test.step("the desk phone answers, and the notification closes", async () => {
    await ring();
    const call = await desk.phone.incoming();
    await call.answer();
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
    await arrived(2);
    expect(await notesOf(elsewhere)).toEqual([]);
    call.hangUp();
    await expect(anyCall(alice)).toHaveCount(0);
  });

  await test.step("Decline stops the desk phone, without a missed call", async () => {
    await ring();
    const call = await desk.phone.incoming();
    await clickNote(elsewhere, "decline");
    await call.until("ended");
    await expect(callWith(alice, "Voicemail of Bob Brandt")).toHaveAttribute("data-state", "on-call");
    await arrived(4);
    expect(service().received[3]?.message).toMatchObject({ kind: "close" });
    expect(await notesOf(elsewhere)).toEqual([]);
    await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(alice)).toHaveCount(0);
  });

  await test.step("Answer opens the panel, which takes the call from the desk phone", async () => {
    await ring();
    const call = await desk.phone.incoming();
    await elsewhere.goto("about:blank");
    expect(await openedByClick(elsewhere, "answer")).toBe("/");
    await elsewhere.goto(address);
    const opened = { ...bob, page: elsewhere };
    await expect(anyCall(opened)).toHaveAttribute("data-state", "on-call");
    await call.until("ended");
    await expectHears(alice, bob.voiceHz);
    await arrived(6);
    expect(service().received[5]?.message).toMatchObject({ kind: "close" });
    await softphone(alice).getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(opened)).toHaveCount(0);
  });

  await test.step("an open panel rings itself, and gets no notification", async () => {
    const opened = { ...bob, page: elsewhere };
    await dial(alice, "102");
    await expect(anyCall(opened)).toHaveAttribute("data-state", "ringing");
    await (await desk.phone.incoming()).answer();
    await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
    await expect(anyCall(opened)).toHaveCount(0);
    expect(service().received).toHaveLength(6);
  });
  await desk.stop();
});
