import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "@playwright/test";
import { layLine } from "../../support/outside/line.ts";
import { expect, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

/** Files of chat have a disk of their own, which one journey fills. */
test.use({ isShared: true, diskBytes: 40 * 1024 ** 2 });
test.describe.configure({ mode: "default" });

/** A text that takes the page over where it is not only text. */
const ATTACK = `<script>document.title="run"</script><img src="https://example.com/x.png" onerror="document.title='run'">`;

const row = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const title = ({ page }: Person, name: string): Locator => page.getByRole("heading", { name, level: 2 });

async function menu({ page }: Person, item: string): Promise<void> {
  // One that is still closing would take the click.
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function write({ page }: Person, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill(text);
  await field.press("Enter");
  await expect(page.getByRole("article").filter({ hasText: text })).toHaveAttribute("data-state", /sent|read/);
}

/** What of it can be scrolled to the side. */
const scrolledSideways = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll("*")]
      .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} px in ${one.clientWidth}`),
  );

test("CHATUI-15 CHATUI-17 CHATUI-19 CHATUI-42 CHATUI-50 CHATUI-52 CHATUI-53 CHAT-92 the life of a channel: joined, renamed, written by owners only, exported, archived, restored, handed on and deleted", async ({
  company,
}) => {
  const [alice, bob] = await company.signInTrio();
  await test.step("Alice creates a channel, and Bob finds and joins it", async () => {
    await open(alice, "/chat/c", "Chat");
    await alice.page.getByRole("button", { name: "New conversation" }).first().click();
    const dialog = alice.page.getByRole("dialog", { name: "New conversation" });
    await dialog.getByLabel("Name", { exact: true }).fill("Ideas");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(title(alice, "Ideas")).toBeVisible();
    await open(bob, "/chat/c", "Chat");
    await bob.page.getByRole("button", { name: "Browse channels" }).click();
    await bob.page.getByRole("button", { name: "Join Ideas" }).click();
    await expect(title(bob, "Ideas")).toBeVisible();
  });

  await test.step("on a phone-sized screen all of the members is inside the dialog", async () => {
    const size = alice.page.viewportSize() ?? { width: 1440, height: 900 };
    // There it would be over the page.
    const phone = alice.page.getByRole("button", { name: "Softphone", exact: true });
    await phone.click();
    await alice.page.setViewportSize({ width: 390, height: 844 });
    await alice.page.getByRole("button", { name: "Members", exact: true }).click();
    const members = alice.page.getByRole("dialog", { name: "Members" });
    await members.getByRole("button", { name: "Add people" }).click();
    await expect(members.getByRole("option").first()).toBeVisible();
    expect(await scrolledSideways(members)).toEqual([]);
    await members.getByRole("button", { name: "Close", exact: true }).click();
    await alice.page.setViewportSize(size);
    await phone.click();
  });

  await test.step("files are sent, removed before, and refused with words", async () => {
    const picker = alice.page.locator("input[type=file]").first();
    await picker.setInputFiles([
      { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") },
    ]);
    await expect(alice.page.getByRole("listitem", { name: "plan.txt, ready to send" })).toBeVisible();
    const refused = alice.page.getByRole("listitem", { name: /^empty.txt, not uploaded/ });
    await expect(refused).toContainText("empty");
    await refused.getByRole("button", { name: "Upload empty.txt again" }).click();
    await expect(refused).toContainText("empty");
    await refused.getByRole("button", { name: "Remove empty.txt" }).click();
    await write(alice, "here is the plan");
    await expect(bob.page.getByRole("button", { name: "Download plan.txt" })).toBeVisible();
  });

  await test.step("a message is saved and pinned, and found again", async () => {
    const article = bob.page.getByRole("article").filter({ hasText: "here is the plan" });
    for (const item of ["Pin", "Save for later"]) {
      await article.hover();
      await article.getByRole("button", { name: "More actions" }).click();
      await bob.page.getByRole("menuitem", { name: item, exact: true }).click();
    }
    await alice.page.getByRole("button", { name: "Pinned messages" }).click();
    await alice.page
      .getByRole("dialog")
      .getByRole("button", { name: /here is the plan/ })
      .click();
    await expect(alice.page.locator("article[data-marked]")).toContainText("here is the plan");
    await open(bob, "/chat/c", "Chat");
    await bob.page.getByRole("button", { name: "Saved" }).click();
    await bob.page
      .getByRole("dialog")
      .getByRole("button", { name: /here is the plan/ })
      .click();
    await expect(bob.page.locator("article[data-marked]")).toContainText("here is the plan");
  });

  await test.step("a new name, a topic and who writes are there for the others at once", async () => {
    await menu(alice, "Rename");
    await alice.page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Good ideas");
    await alice.page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(title(bob, "Good-ideas")).toBeVisible();
    await alice.page.getByRole("button", { name: /^More about/ }).click();
    await alice.page.getByRole("menuitemcheckbox", { name: "Only owners write" }).click();
    await alice.page.keyboard.press("Escape");
    await expect(bob.page.getByText("Only owners can write in this conversation.")).toBeVisible();
  });

  await test.step("the owner sees the history, and how long messages are kept; the others see the latter", async () => {
    await menu(alice, "History");
    const history = alice.page.getByRole("dialog", { name: "History of Good-ideas" });
    await expect(history.getByText("Alice Archer renamed it from “Ideas” to “Good-ideas”")).toBeVisible();
    await expect(history.getByText("Bob Brandt joined")).toBeVisible();
    await alice.page.keyboard.press("Escape");
    await menu(alice, "Keep messages for…");
    const keeping = alice.page.getByRole("dialog", { name: "Keep messages for…" });
    await keeping.getByRole("radio", { name: "30 days" }).click();
    await keeping.getByRole("button", { name: "Save" }).click();
    await alice.page.getByRole("button", { name: "Delete older messages" }).click();
    await expect(keeping).toHaveCount(0);
    await menu(bob, "How long messages are kept");
    await expect(bob.page.getByRole("dialog").getByText("Messages here are kept for 30 days.")).toBeVisible();
    await bob.page.keyboard.press("Escape");
  });

  await test.step("the exported page shows the messages, runs nothing and loads nothing", async () => {
    await write(alice, ATTACK);
    await menu(alice, "Export…");
    const started = alice.page.waitForEvent("download");
    await alice.page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(/^Good-ideas \d{4}-\d\d-\d\d\.html$/);
    const path = `${test.info().outputDir}/room.html`;
    await file.saveAs(path);
    const page = await alice.page.context().newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    await expect(page.getByText("here is the plan")).toBeVisible();
    await expect(page.getByText(ATTACK)).toBeVisible();
    await expect(page.getByText("End of the conversation")).toBeVisible();
    expect(asked).toEqual([pathToFileURL(path).href]);
    expect(await page.evaluate(() => [document.title, document.scripts.length, document.images.length])).toEqual([
      "Good-ideas",
      0,
      0,
    ]);
    await page.close();
  });

  await test.step("archived it can only be read, and comes back", async () => {
    await menu(alice, "Archive");
    await alice.page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await expect(bob.page.getByText("This conversation is archived. It can only be read.")).toBeVisible();
    await menu(alice, "Restore");
    await expect(alice.page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  });

  await test.step("the last owner names the next one while leaving, who kicks and deletes", async () => {
    await menu(alice, "Leave");
    const leave = alice.page.getByRole("dialog");
    await expect(leave).toContainText("You are the only owner");
    await leave.getByRole("button", { name: "Leave" }).click();
    await expect(row(alice, "Good-ideas")).toHaveCount(0);
    await write(bob, "now it is mine");
    await menu(bob, "Delete");
    await bob.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(row(bob, "Good-ideas")).toHaveCount(0);
  });
});

/** A file of so many bytes, which no compression makes smaller, in the hands of the page. */
const transferOf = ({ page }: Person, name: string, bytes: number) =>
  page.evaluateHandle(
    ([called, size]) => {
      const transfer = new DataTransfer();
      const parts = Array.from({ length: Math.ceil(size / 65_536) }, () =>
        crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))),
      );
      transfer.items.add(new File(parts, called, { type: "application/octet-stream" }));
      return transfer;
    },
    [name, bytes] as const,
  );

async function drop(person: Person, name: string, bytes: number): Promise<void> {
  const dataTransfer = await transferOf(person, name, bytes);
  const pane = person.page.getByRole("log", { name: "Messages" });
  for (const type of ["dragover", "drop"]) await pane.dispatchEvent(type, { dataTransfer });
}

async function paste(person: Person, name: string, bytes: number): Promise<void> {
  const transfer = await transferOf(person, name, bytes);
  await person.page
    .getByRole("textbox", { name: "Message", exact: true })
    .evaluate(
      (field, clipboardData) =>
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })),
      transfer,
    );
}

test("CHATUI-15 CHAT-65 files are dropped, pasted and cancelled, tried again after a network failure, and refused by a full disk", async ({
  company,
}) => {
  const line = await layLine(company.server.address);
  const alice = await company.signIn("alice", { address: line.address });
  const bob = await company.signIn("bob");
  const { page } = alice;
  const attached = (name: string, state: string) =>
    page.getByRole("listitem", { name: new RegExp(`^${name}, ${state}`) });
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await open(alice, "/chat/c", "Chat");
  await page.getByRole("button", { name: "New conversation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  await dialog.getByLabel("Name", { exact: true }).fill("Files");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(title(alice, "Files")).toBeVisible();
  await field.fill("all that came through");

  await test.step("dropped over the conversation, and pasted into the text", async () => {
    await drop(alice, "dropped.bin", 1_000);
    await expect(attached("dropped.bin", "ready to send")).toBeVisible();
    await paste(alice, "pasted.bin", 2_000);
    await expect(attached("pasted.bin", "ready to send")).toBeVisible();
  });

  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const uploadsAt = (bytesPerSecond: number) =>
    devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  const kept = company.disk?.files();
  await test.step("cancelled while it is uploaded: nothing of it is kept", async () => {
    await uploadsAt(100_000);
    await drop(alice, "cancelled.bin", 3_000_000);
    const uploading = attached("cancelled.bin", "(uploading|\\d)");
    await expect(uploading.getByRole("progressbar")).not.toHaveAttribute("value", "0");
    await page.getByRole("button", { name: "Remove cancelled.bin" }).click();
    await expect(page.getByRole("listitem", { name: /^cancelled.bin/ })).toHaveCount(0);
    await expect.poll(() => company.disk?.files()).toEqual(kept);
  });

  await test.step("cut off while it is uploaded: it says so, and goes when the network is back", async () => {
    await drop(alice, "cut.bin", 3_000_000);
    await expect(page.getByRole("progressbar", { name: "cut.bin" })).not.toHaveAttribute("value", "0");
    line.breakOff();
    const cut = attached("cut.bin", "not uploaded");
    await expect(cut.getByRole("alert")).not.toBeEmpty();
    line.mend();
    await uploadsAt(-1);
    await cut.getByRole("button", { name: "Upload cut.bin again" }).click();
    await expect(attached("cut.bin", "ready to send")).toBeVisible();
    // Of the half that came before the cut nothing is left.
    await expect.poll(() => company.disk?.files().length).toBe(kept && kept.length + 1);
    await expect(field).toHaveValue("all that came through");
  });

  await test.step("a full disk refuses the file with words, and keeps text, the other files and no half of it", async () => {
    test.skip(company.disk === undefined, "this machine mounts no file systems");
    const before = company.disk?.files();
    company.disk?.fill();
    await paste(alice, "large.bin", 3_000_000);
    const refused = attached("large.bin", "not uploaded");
    await expect(refused.getByRole("alert")).toHaveText(/^The server’s disk is full/);
    await expect.poll(() => company.disk?.files()).toEqual(before);
    await page.screenshot({ path: join(PICTURES, "chat-disk-full.png") });
    await expect(field).toHaveValue("all that came through");
    for (const name of ["dropped.bin", "pasted.bin", "cut.bin"])
      await expect(attached(name, "ready to send")).toBeVisible();
    company.disk?.free();
    await refused.getByRole("button", { name: "Upload large.bin again" }).click();
    await expect(attached("large.bin", "ready to send")).toBeVisible();
  });

  await test.step("the message has all of them", async () => {
    await field.press("Enter");
    await open(bob, "/chat/c", "Chat");
    await bob.page.getByRole("button", { name: "Browse channels" }).click();
    await bob.page.getByRole("button", { name: "Join Files" }).click();
    const message = bob.page.getByRole("article").filter({ hasText: "all that came through" });
    for (const name of ["dropped.bin", "pasted.bin", "cut.bin", "large.bin"])
      await expect(message.getByRole("button", { name: `Download ${name}` })).toBeVisible();
  });
  await line.close();
});

test("SHELL-45 the name of a room in right-to-left letters begins where the other names begin", async ({ company }) => {
  const [alice] = await company.signInTrio();
  await open(alice, "/chat/c", "Chat");
  await alice.page.getByRole("button", { name: "New conversation" }).first().click();
  const dialog = alice.page.getByRole("dialog", { name: "New conversation" });
  await dialog.getByLabel("Name", { exact: true }).fill("غرفة");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(title(alice, "غرفة")).toBeVisible();
  const startOf = (name: string): Promise<number> =>
    row(alice, name)
      .locator("bdi")
      .first()
      .evaluate((place) => {
        const letters = document.createRange();
        letters.selectNodeContents(place);
        return letters.getBoundingClientRect().left;
      });
  await expect(row(alice, "general")).toBeVisible();
  expect(Math.abs((await startOf("غرفة")) - (await startOf("general")))).toBeLessThan(2);
});
