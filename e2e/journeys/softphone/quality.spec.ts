import { layLine } from "../../support/outside/line.ts";
import { anyCall, expect, talk, test } from "../../support/company/people.ts";

/** A line can be laid to one media address alone. */
test.use({ serverEnv: { MEDIA_ADDRESS: "127.0.0.1" } });

test("lost packets are shown with their cause, until the line is good again", async ({ company }) => {
  const line = await layLine(company.server.address);
  const alice = await company.signIn("alice", { address: line.address });
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await expect(anyCall(alice)).toContainText("Good connection");
  let count = 0;
  line.lose(0.5, () => ((count += 1) % 2 === 0 ? 0 : 1)); // every second packet
  await expect(anyCall(alice)).toContainText("Poor connection: lost packets");
  await expect(anyCall(bob)).toContainText("Good connection");
  line.lose(0, () => 1);
  await expect(anyCall(alice)).toContainText("Good connection");
  line.lose(1, () => 0);
  await expect(anyCall(alice)).toContainText("No sound received for 5 s");
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await line.close();
});
