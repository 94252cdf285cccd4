import { openGateway } from "../../support/outside/gateway.ts";
import { anyCall, dial, expect, expectHears, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const OUTSIDE = "+16045550177";
const ANNOUNCEMENT_HZ = 740;

test.use({ isShared: true });

test("CALL-100 CALL-101 CALL-109 a browser hears an outside line's sound before the answer, and the list says why the call did not come about", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const gateway = await openGateway(company);
  try {
    await dial(alice, OUTSIDE);
    const far = await gateway.incoming();
    await far.early();
    await gateway.speak(far, ANNOUNCEMENT_HZ);
    await expectHears(alice, ANNOUNCEMENT_HZ);
    await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");

    // The status says nothing; the cause of the telephone network does.
    far.reject(480, [["Reason", 'Q.850;cause=17;text="User busy"']]);
    await expectMessage(alice, "is busy");
    await expect(anyCall(alice)).toHaveCount(0);
    await alice.page.getByRole("link", { name: "Call history" }).click();
    const calls = alice.page.getByRole("list", { name: "Calls", exact: true });
    await expect(calls.getByRole("listitem").first()).toContainText(/604\D*555\D*0177.*Busy/s);
  } finally {
    await gateway.stop();
  }
});
