import { join } from "node:path";
import { openGateway } from "../../support/outside/gateway.ts";
import { anyCall, expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];

async function shoot(person: Person, name: string): Promise<void> {
  if (SCREENS === undefined) return;
  await inBothThemes(person, async (theme) => {
    await person.page.screenshot({ path: join(SCREENS, `notes-${name}-${theme}.png`), animations: "disabled" });
  });
}

test("NOTE-1 NOTE-8 a note written during a call is there when the number calls again, and in the history", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const gateway = await openGateway(company);
  const caller = { number: "4165550177", name: "Harbour Freight" };
  const first = gateway.call("+14165550101", caller);
  await anyCall(alice).getByRole("button", { name: "Accept" }).click();
  const notes = anyCall(alice).getByRole("region", { name: "Notes" });
  await notes.getByRole("textbox", { name: "Add a note" }).fill("Order 4711 is late.\nCall back before noon.");
  await notes.getByRole("button", { name: "Save note" }).click();
  await expect(notes.getByRole("listitem")).toContainText("Order 4711 is late.");
  await shoot(alice, "open-call");
  // What is typed when the call ends is not lost.
  await notes.getByRole("textbox", { name: "Add a note" }).fill("Half a sente");
  first.hangUp();
  await shoot(alice, "unsaved");
  const left = alice.page.getByRole("region", { name: /^Note about .* not saved$/ });
  await expect(left.getByRole("textbox")).toHaveValue("Half a sente");
  await left.getByRole("button", { name: "Discard" }).click();
  await expect(left).toHaveCount(0);

  // The next call of that number shows it while it rings, to a colleague it is in the history and at the number.
  const second = gateway.call("+14165550101", caller);
  await expect(anyCall(alice)).toContainText("Note by Alice Archer: Order 4711 is late.");
  await shoot(alice, "ringing");
  second.hangUp();
  await expect(anyCall(alice)).toHaveCount(0);
  await open(alice, "/cdrs", "Call history");
  await alice.page.getByRole("main").getByRole("listitem").first().getByRole("button").first().click();
  await expect(alice.page.getByRole("complementary", { name: "Call details" })).toContainText("Order 4711 is late.");
  await shoot(alice, "history");
  await gateway.stop();
});
