import { join } from "node:path";
import { anyCall, expect, type Person, test } from "../../support/company/people.ts";
import { keepHeard } from "../../support/media/sound.ts";
import { understood } from "../../support/media/speech.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const SAID = "please call the office tomorrow morning about the new contract";
/** Of its ten words; the sound was encoded twice on its way. */
const FEWEST_WORDS = 6;

const openAnnouncements = async ({ page }: Person): Promise<void> => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Announcements" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
};

test("ANN-12 ANN-16 an announcement typed as text is previewed, made, dialed and understood; a user who may only read can play it", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  await openAnnouncements(carol);
  const { page } = carol;
  const rows = page.getByRole("list", { name: "Announcements", exact: true });
  await expect(rows.getByRole("listitem", { name: "Opening hours" })).toContainText("660");
  await page.screenshot({ path: join(PICTURES, "announcements.png") });

  await page.getByRole("button", { name: "Add announcement" }).click();
  const form = page.getByRole("dialog", { name: "New announcement" });
  const create = form.getByRole("button", { name: "Create" });
  await expect(create).toBeDisabled();
  // By keyboard, from field to field.
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Contract");
  await page.keyboard.press("Tab");
  await page.keyboard.type("670");
  await page.keyboard.press("Tab");
  await page.keyboard.type("24x");
  await page.keyboard.press("Tab");
  await expect(form.getByText("Digits only.")).toBeVisible();
  await form.getByRole("textbox", { name: "PIN" }).fill("2468");
  await form.getByRole("textbox", { name: "Text to speak" }).fill(SAID);
  await form.getByRole("combobox", { name: "Voice" }).selectOption("flite-rms");
  await form.getByRole("button", { name: "Preview" }).click();
  const preview = form.getByRole("group", { name: "Preview of the text" });
  await expect(preview).toHaveAttribute("data-phase", "ready");
  await page.screenshot({ path: join(PICTURES, "announcement-form.png") });
  // ANN-14: a recording is not lost by another source.
  await form.getByRole("radio", { name: "Record" }).check();
  await form.getByRole("button", { name: "Record", exact: true }).click();
  await form.getByRole("button", { name: "Stop recording" }).click();
  await form.getByRole("radio", { name: "Upload" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(form.getByRole("group", { name: "Your recording" })).toBeVisible();
  await form.getByRole("radio", { name: "Upload" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  // It is made, and then its sound cannot be read: the form stays as it was typed, and the next save changes what was made.
  await form.getByRole("radio", { name: "Upload" }).check();
  const broken = { name: "broken.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF and no more") };
  await form.locator("input[type=file]").setInputFiles(broken);
  await create.click();
  await expect(page.getByText("This sound file can’t be read")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Contract");
  await expect(form.getByRole("textbox", { name: "PIN" })).toHaveValue("2468");
  await expect(form.getByRole("textbox", { name: "Number" })).toBeDisabled();
  await form.getByRole("radio", { name: "From text" }).check();
  await expect(form.getByRole("textbox", { name: "Text to speak" })).toHaveValue(SAID);
  await expect(form.getByRole("combobox", { name: "Voice" })).toHaveValue("flite-rms");
  await create.click();
  await expect(form).toBeHidden();

  const row = rows.getByRole("listitem", { name: "Contract" });
  await expect(row).toContainText("670");
  await row.getByRole("button", { name: "Call Contract" }).click();
  await expect(anyCall(carol)).toHaveAttribute("data-state", "on-call");
  const stop = await keepHeard(page);
  await anyCall(carol).getByRole("button", { name: "Dial pad" }).click();
  // By keyboard, where Enter is #: a pause would end the PIN.
  await page.keyboard.type("2468");
  await page.keyboard.press("Enter");
  // It ends by itself after what was said.
  await expect(anyCall(carol)).toHaveCount(0);
  const words = new Set(understood(await stop()));
  const heard = SAID.split(" ").filter((word) => words.has(word));
  expect(heard.length, `understood: ${[...words].join(" ")}`).toBeGreaterThanOrEqual(FEWEST_WORDS);

  const alice = await company.signIn("alice");
  await openAnnouncements(alice);
  const seen = alice.page.getByRole("listitem", { name: "Contract" });
  await expect(seen.getByRole("button", { name: "Call Contract" })).toBeVisible();
  await expect(alice.page.getByRole("button", { name: /^(Add announcement|Edit|Delete)/ })).toHaveCount(0);
  const player = seen.getByRole("group", { name: "Sound of Contract" });
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player).toHaveAttribute("data-phase", "ready");

  await row.getByRole("button", { name: "Delete Contract" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toBeHidden();
});
