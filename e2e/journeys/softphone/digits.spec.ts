import { accountOf, type ForeignPhone } from "../../foreign/foreign-phone.ts";
import { createJsSipPhone } from "../../foreign/jssip-phone.ts";
import { anyCall, DEMO_PASSWORD, dial, expect, softphone, test } from "../../support/company/people.ts";

/** The digits of RFC 4733 §2.5.2 events among the packets; the packets of one digit share a timestamp. */
function digitsIn(phone: { readonly packets: ReturnType<typeof eventsOf> }): string {
  const names = "0123456789*#";
  const seen = new Map(phone.packets.map(({ timestamp, payload }) => [timestamp, names[payload[0] ?? 16] ?? "?"]));
  return [...seen.values()].join("");
}

type Call = Awaited<ReturnType<ForeignPhone["incoming"]>>;
function eventsOf(call: Call) {
  const { packets, payloadTypes } = call.sound();
  return packets.filter(({ payloadType }) => payloadType === payloadTypes.event);
}

test("digits typed in a call are seen at the far end, from the pad and from the keyboard", async ({ company }) => {
  const alice = await company.signIn("alice");
  const bob = createJsSipPhone(await accountOf(company.server.address, "bob", DEMO_PASSWORD));
  await bob.register();
  await dial(alice, "102");
  const call = await bob.incoming();
  await call.accept();
  await call.sound().connected();
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");

  await anyCall(alice).getByRole("button", { name: "Dial pad" }).click();
  for (const digit of ["1", "5", "*", "#"]) {
    await anyCall(alice).getByRole("button", { name: digit, exact: true }).click();
  }
  await expect.poll(() => digitsIn({ packets: eventsOf(call) })).toBe("15*#");
  await alice.page.keyboard.press("7");
  await alice.page.keyboard.press("Enter");
  await expect.poll(() => digitsIn({ packets: eventsOf(call) })).toBe("15*#7#");

  await call.hangUp();
  await expect(anyCall(alice)).toHaveCount(0);
  await expect(softphone(alice)).toBeVisible();
  await bob.stop();
});
