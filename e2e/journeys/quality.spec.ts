import { layLine } from "../support/line.ts";
import { anyCall, expect, talk, test } from "../support/people.ts";

test("lost packets are told with their cause, and forgotten when the line is good again", async ({ company }) => {
  test.setTimeout(120_000);
  const line = await layLine(company.server.address);
  const alice = await company.signIn("alice", { address: line.address });
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await expect(anyCall(alice)).toContainText("Good connection", { timeout: 20_000 });
  let count = 0;
  line.lose(0.5, () => ((count += 1) % 2 === 0 ? 0 : 1)); // every second packet
  await expect(anyCall(alice)).toContainText("Poor connection: lost packets", { timeout: 20_000 });
  await expect(anyCall(bob)).toContainText("Good connection");
  line.lose(0, () => 1);
  await expect(anyCall(alice)).toContainText("Good connection", { timeout: 20_000 });
  line.lose(1, () => 0);
  await expect(anyCall(alice)).toContainText("No sound received for 5 s", { timeout: 20_000 });
  await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
  await line.close();
});
