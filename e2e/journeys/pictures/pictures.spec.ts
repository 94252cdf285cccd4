import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { redAndBluePng } from "../../support/media/picture-file.ts";
import { expect, type Person, test } from "../../support/company/people.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const SCREENS = process.env["SCREENSHOTS_DIR"];

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>`;

async function openDialog({ page }: Person): Promise<Locator> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change profile picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Profile picture" });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(dialog: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await dialog.locator("input[type=file]").setInputFiles(file);
}

/** Decoded width, and the colours near the top and the bottom: the picture was really drawn. */
async function look(image: Locator): Promise<string> {
  return await image.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) return "no image";
    const isDecoded = await element.decode().then(
      () => true,
      () => false,
    );
    if (!isDecoded) return "another picture is on its way";
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    pen?.drawImage(element, 0, 0);
    const colour = (y: number) => {
      const [red = 0, green = 0, blue = 0] = pen?.getImageData(width / 2, y, 1, 1).data ?? [];
      if (red > 200 && green > 200 && blue > 200) return "white";
      if (red > 180 && blue < 80) return "red";
      return blue > 180 && red < 80 ? "blue" : `${red} ${green} ${blue}`;
    };
    return `${width}x${height} ${colour(4)} over ${colour(height - 5)}`;
  });
}

const cardPicture = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name }).locator("img");

async function expectOnCard(person: Person, name: string, seen: string): Promise<void> {
  const lookAgain = async (): Promise<string> => {
    await person.page.reload();
    // Initials, where the list was loaded before the picture was stored.
    return look(person.page.getByRole("listitem", { name }).locator("img, [data-initials]").first());
  };
  await expect.poll(lookAgain, { message: `${person.username} sees ${name}` }).toBe(seen);
}

async function shoot({ page }: Person, name: string): Promise<void> {
  if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}

test("PICTURE-11 a file that is not a picture is refused in words, and nothing is stored", async ({ company }) => {
  const alice = await company.signIn("alice");
  const dialog = await openDialog(alice);
  const refused = "This file is not a PNG, JPEG or GIF picture that can be used";
  const halfPng = Buffer.concat([redAndBluePng(9, 9).subarray(0, 8), Buffer.from(SVG)]);
  for (const buffer of [Buffer.from(SVG), Buffer.from("<html><script>alert(1)</script>"), halfPng, Buffer.alloc(0)]) {
    await choose(dialog, { name: "face.png", mimeType: "image/png", buffer });
    await expect(dialog.getByRole("alert")).toHaveText(refused);
    await dialog.getByRole("radio", { name: "Initials" }).focus();
  }
  await shoot(alice, "pictures-refused");
  await expect(dialog.getByRole("radio")).toHaveCount(1);

  // Past the panel: the server says the same.
  const answer = await alice.page.evaluate(async (svg) => {
    const form = new FormData();
    form.append("file", new Blob([svg], { type: "image/png" }), "face.png");
    const authorization = `Bearer ${localStorage.getItem("auth_access_token") ?? ""}`;
    const response = await fetch("/api/v1/user_picture_profiles", {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }, SVG);
  expect(answer).toMatchObject({ status: 422, body: { error_description: refused } });
});

test("PICTURE-10 Alice uploads, turns and crops a picture; Bob sees it; she switches and deletes", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  const dialog = await openDialog(alice);
  await expect(dialog.getByText("You have no pictures yet")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Initials" })).toBeFocused();
  await shoot(alice, "pictures-none");

  await choose(dialog, { name: "holiday.png", mimeType: "image/png", buffer: redAndBluePng(800, 400) });
  const framing = alice.page.getByRole("dialog", { name: "New profile picture" });
  await framing.getByRole("button", { name: "Rotate right" }).click();
  await expect(framing.getByRole("button", { name: "Save" })).toBeEnabled();
  await shoot(alice, "pictures-framing");
  await framing.getByRole("button", { name: "Save" }).click();
  const first = dialog.getByRole("radio", { name: /^Picture 1, added / });
  await expect(first).toBeChecked();

  // At once in the account menu and on her own card; for Bob when his list loads again.
  await expect.poll(() => look(alice.page.getByRole("banner").locator("img"))).toBe("64x64 red over blue");
  await expect.poll(() => look(cardPicture(alice, "Alice Archer"))).toBe("64x64 red over blue");
  await expectOnCard(bob, "Alice Archer", "64x64 red over blue");

  await choose(dialog, { name: "wide.png", mimeType: "image/png", buffer: redAndBluePng(800, 400) });
  await framing.getByRole("radio", { name: "No crop" }).check();
  await framing.getByRole("button", { name: "Rotate left" }).click();
  await framing.getByRole("button", { name: "Rotate left" }).click();
  await shoot(alice, "pictures-whole");
  await framing.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("radio", { name: /^Picture 2, added / })).toBeChecked();
  await expect.poll(() => look(dialog.locator("img").first())).toBe("256x256 white over white");
  await shoot(alice, "pictures-two");

  await first.check();
  await expectOnCard(bob, "Alice Archer", "64x64 red over blue");
  await dialog.getByRole("radio", { name: "Initials" }).check();
  await expect(alice.page.getByRole("banner").locator("img")).toHaveCount(0);
  // Shown to Alice before it is stored: Bob's list may have been faster.
  await expect(async () => {
    await bob.page.reload();
    const card = bob.page.getByRole("listitem", { name: "Alice Archer" });
    await expect(card.locator("[data-initials=AA]")).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(cardPicture(bob, "Alice Archer")).toHaveCount(0);

  await dialog.getByRole("button", { name: "Delete picture 2" }).click();
  const question = alice.page.getByRole("dialog", { name: "Delete this picture?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await shoot(alice, "pictures-delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(alice.page.getByRole("button", { name: "Account" })).toBeFocused();
});

test("PICTURE-13 by keyboard alone, on a telephone's screen, in dark mode", async ({ company }) => {
  const dave = await company.open("dave", { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  const { page } = dave;
  await page.getByRole("textbox", { name: "Username" }).fill("dave");
  await page.getByRole("textbox", { name: "Password" }).fill("callpanel-demo");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Account" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Change profile picture" })).toBeVisible();
  await shoot(dave, "pictures-menu-390-dark");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Change profile picture" })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Profile picture" });
  await choose(dialog, { name: "a.png", mimeType: "image/png", buffer: redAndBluePng(800, 400) });
  const framing = page.getByRole("dialog", { name: "New profile picture" });
  await expect(framing.getByRole("button", { name: "Rotate left" })).toBeFocused();
  const frame = framing.getByRole("group", { name: /^Part of the picture/ });
  await frame.focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press("ArrowLeft");
  await shoot(dave, "pictures-framing-390-dark");
  await framing.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: /^Picture 1/ })).toBeFocused();
  await shoot(dave, "pictures-one-390-dark");
  // The frame was moved to one side: one colour alone is left.
  await expect.poll(() => look(dialog.locator("img"))).toMatch(/^256x256 (red over red|blue over blue)$/);
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: "Initials" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
});
