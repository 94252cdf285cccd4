import { join } from "node:path";
import { anyCall, callWith, dial, expect, expectHears, expectHearsPeople, test } from "../../support/company/people.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const MUSIC_HZ = 392; // the strongest note of music on hold (MEDIA-41)

test("QUE-80 a caller hears music in a queue until an agent answers, then the two talk; each sees the other's name and the queue", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const dave = await company.signIn("dave");
  await dial(alice, "600");
  await expect(callWith(alice, "Support")).toHaveAttribute("data-state", "on-call");
  await expect(callWith(alice, "Support")).toContainText("Waiting in queue");
  await expectHears(alice, MUSIC_HZ);
  await alice.page.screenshot({ path: join(PICTURES, "queue-waiting.png") });

  const rung = callWith(dave, "Alice Archer");
  await expect(rung).toHaveAttribute("data-state", "ringing");
  await expect(rung).toContainText("Queue Support");
  await dave.page.screenshot({ path: join(PICTURES, "queue-agent-ringing.png") });
  await rung.getByRole("button", { name: "Accept" }).click();
  await expectHearsPeople(alice, [dave]);
  await expectHearsPeople(dave, [alice]);
  await expect(callWith(alice, "Dave Diaz")).toContainText("On call");
  await expect(anyCall(dave)).toContainText("Queue Support");
  await alice.page.screenshot({ path: join(PICTURES, "queue-talking.png") });
  await dave.page.screenshot({ path: join(PICTURES, "queue-agent-talking.png") });

  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(dave)).toHaveCount(0);
});
