import { join } from "node:path";
import { auditPage } from "../../support/hands/audit.ts";
import { expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { playedSound, watchPlayer } from "../../support/media/player.ts";
import { open } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

async function chooseRoom({ page }: Person, dialogName: string, room: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: dialogName });
  await dialog.getByRole("combobox", { name: "Conversation" }).fill(room);
  await dialog.getByRole("option", { name: room }).click();
}

/** The status that the server answers, asked in the person's own session. */
const shares = ({ page }: Person, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, text]) => {
      const authorization = `Bearer ${localStorage.getItem("auth_access_token")}`;
      const headers = { authorization, "content-type": "application/json" };
      return (await fetch(`/api/v1/${to}`, { method: "POST", headers, body: text })).status;
    },
    [path, JSON.stringify(body)] as const,
  );

test("CHATUI-70 CHAT-110 CHAT-111 a voicemail is shared with a colleague who hears it; a user who may not listen or write there cannot share", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const { page } = alice;
  const dialog = page.getByRole("dialog", { name: "Share voicemail" });
  let shared = "";
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/share")) shared = request.url();
  });
  const begin = async (): Promise<void> => {
    const message = page.getByRole("complementary", { name: /^Voicemail from / });
    await message.getByRole("button", { name: /^More for message from / }).click();
    await page.getByRole("menuitem", { name: "Share in chat…" }).click();
  };

  await test.step("the dialog says who will hear it, by keyboard too, without findings of axe", async () => {
    await open(alice, "/voicemails", "Voicemail");
    await page
      .getByRole("list", { name: "Voicemail messages" })
      .getByRole("button", { name: /^Open / })
      .first()
      .click();
    await begin();
    await dialog.getByRole("combobox", { name: "Conversation" }).fill("Bob Brandt");
    await expect(dialog.getByRole("option", { name: "Bob Brandt" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("note")).toContainText("Bob Brandt can hear it.");
    await dialog.getByRole("textbox", { name: "Message (optional)" }).fill("Can you call him back?");
    await inBothThemes(alice, async (theme) => {
      await page.screenshot({ path: join(PICTURES, `share-${theme}.png`) });
      expect(await auditPage(page)).toEqual([]);
    });
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expectMessage(alice, "Shared in Bob Brandt");
  });

  await test.step("bob hears it, without a right to alice's mailbox", async () => {
    await open(bob, "/chat/d", "Chat");
    await watchPlayer(bob.page);
    await bob.page.getByRole("listitem", { name: "Alice Archer", exact: true }).getByRole("link").click();
    const message = bob.page.getByRole("article").filter({ hasText: "Can you call him back?" });
    await message.getByRole("button", { name: "Play" }).click();
    await expect.poll(async () => (await playedSound(bob.page)).some((sample) => Math.abs(sample) > 500)).toBe(true);
    const room = new URL(bob.page.url()).pathname.split("/").at(-1) ?? "";
    const request = { room_id: room, name: "x", message: "", client_id: "1b4e28ba-2fa1-41d2-883f-0016d3cca427" };
    expect(await shares(bob, shared.replace(/^.*\/api\/v1\//, ""), request)).toBe(404);
  });

  await test.step("where nobody may write any more the refusal is in words, and what was typed stays", async () => {
    await open(bob, "/chat/c", "Chat");
    await bob.page.getByRole("button", { name: "New conversation" }).first().click();
    const create = bob.page.getByRole("dialog", { name: "New conversation" });
    await create.getByLabel("Name", { exact: true }).fill("Callbacks");
    await create.getByRole("button", { name: "Create" }).click();
    await expect(bob.page.getByRole("heading", { name: "Callbacks", level: 2 })).toBeVisible();
    await open(alice, "/chat/c", "Chat");
    await page.getByRole("button", { name: "Browse channels" }).click();
    await page.getByRole("button", { name: "Join Callbacks" }).click();
    // It leads to the channel once she is in.
    await expect(page.getByRole("heading", { name: "Callbacks", level: 2 })).toBeVisible();
    await open(alice, "/voicemails", "Voicemail");
    await page
      .getByRole("list", { name: "Voicemail messages" })
      .getByRole("button", { name: /^Open / })
      .first()
      .click();
    await begin();
    await chooseRoom(alice, "Share voicemail", "Callbacks");
    await dialog.getByRole("textbox", { name: "Message (optional)" }).fill("Who takes this one?");
    await bob.page.getByRole("button", { name: /^More about/ }).click();
    await bob.page.getByRole("menuitem", { name: "Archive", exact: true }).click();
    await bob.page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await expect(bob.page.getByText("This conversation is archived. It can only be read.")).toBeVisible();
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("archived");
    await expect(dialog.getByRole("textbox", { name: "Message (optional)" })).toHaveValue("Who takes this one?");
    await page.screenshot({ path: join(PICTURES, "share-refused.png") });
    await dialog.getByRole("button", { name: "Choose another conversation" }).click();
    await chooseRoom(alice, "Share voicemail", "Bob Brandt");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog).toHaveCount(0);
  });
});
