import { headsetOf, plugHeadset } from "../../support/outside/headset.ts";
import { anyCall, dial, expect, type Person, phoneStatus, test } from "../../support/company/people.ts";

test("HEADSET-2, HEADSET-3, HEADSET-7, HEADSET-8 a headset is connected once; its buttons and lights follow the calls, in the tab that has the phone", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  await plugHeadset(alice.page);
  await alice.page.goto(`${company.server.address}/settings/devices`);
  await expect(phoneStatus(alice)).toHaveText("Registered");
  const headset = headsetOf(alice.page);

  const second: Person = { ...alice, page: await alice.page.context().newPage() };
  await second.page.goto(`${company.server.address}/settings/devices`);
  await expect(phoneStatus(second)).toHaveText("Registered");
  await second.page.getByRole("button", { name: "Connect headset" }).click();
  await expect
    .poll(() => second.page.evaluate(() => window.scriptedHeadset.asked))
    .toBe('{"filters":[{"usagePage":11}]}');
  await expect(second.page.getByText("Connected in the tab that has your phone")).toBeVisible();
  await expect(alice.page.getByRole("listitem").filter({ hasText: "Yealink WH66Connected" })).toBeVisible();
  await expect.poll(headsetOf(second.page).lit).toBe("closed");

  await dial(bob, "101");
  await expect.poll(headset.lit).toBe("ring");
  await headset.holds("hook");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await expect.poll(headset.lit).toBe("offHook");
  await headset.holds("hook", "mute");
  await headset.holds("hook");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "muted");
  await expect.poll(headset.lit).toBe("offHook mute");
  await anyCall(alice).getByRole("button", { name: "Unmute" }).click();
  await expect.poll(headset.lit).toBe("offHook");

  // The tab with the phone goes: the next one has the call, and the headset with it.
  await alice.page.close();
  const next = headsetOf(second.page);
  await expect.poll(next.lit).toBe("offHook");
  await expect(anyCall(second)).toHaveAttribute("data-state", "on-call");
  await next.holds("hook");
  await next.holds();
  await expect(anyCall(bob)).toHaveCount(0);
  await expect.poll(next.lit).toBe("");

  // It is found again by itself after a reload.
  await second.page.reload();
  await expect(phoneStatus(second)).toHaveText("Registered");
  await dial(bob, "101");
  await expect.poll(next.lit).toBe("ring");
  await next.holds("hook");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect.poll(next.lit).toBe("");
});
