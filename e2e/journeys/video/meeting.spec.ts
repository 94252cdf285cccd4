import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { FACES, type Rgb } from "../../support/media/face.ts";
import {
  anyCall,
  type Company,
  expect,
  expectHears,
  expectHearsPeople,
  expectSilence,
  inBothThemes,
  type Person,
  talk,
  test,
} from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const button = (place: Locator | Page, name: string): Locator => place.getByRole("button", { name, exact: true });
const video = ({ page }: Person): Locator => page.getByRole("region", { name: "Video", exact: true });
const tile = ({ page }: Person, name: string): Locator => page.getByRole("group", { name: `Tile of ${name}` });
const roomRow = ({ page }: Person, name: string): Locator => page.getByRole("listitem", { name: `Room ${name}` });

/** The middle colour of a tile's picture, as it is drawn; null: there is no picture yet. */
const colourOf = (place: Locator): Promise<number[] | null> =>
  place.evaluate((element) => {
    const picture = element.querySelector("video");
    if (picture === null || picture.videoWidth === 0) return null;
    const canvas = document.createElement("canvas");
    canvas.width = 32;
    canvas.height = 18;
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0, 32, 18);
    const pixels = [...(context?.getImageData(0, 0, 32, 18).data ?? [])];
    const middle = (channel: number) =>
      pixels.filter((_, at) => at % 4 === channel).toSorted((a, b) => a - b)[288] ?? 0;
    return [middle(0), middle(1), middle(2)];
  });

const FAR = 60;
const isNear = (seen: readonly number[] | null, wanted: Rgb): boolean =>
  seen !== null && wanted.every((value, at) => Math.abs(value - (seen[at] ?? 0)) < FAR);

async function expectSees(viewer: Person, name: string, face: Rgb): Promise<void> {
  await expect(tile(viewer, name)).toHaveAttribute("data-video", "on");
  await expect
    .poll(
      async () => {
        const seen = await colourOf(tile(viewer, name));
        return isNear(seen, face) ? "the face" : String(seen);
      },
      { message: `${viewer.username} sees ${name}` },
    )
    .toBe("the face");
}

async function expectMoves(viewer: Person, name: string): Promise<void> {
  const frames = () =>
    tile(viewer, name).evaluate(
      (element) => element.querySelector("video")?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    );
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
}

/** A room of the company, made in the page. @returns the path of its guest link */
async function makeRoom({ page }: Person, name: string): Promise<string> {
  await button(page, "New room").first().click();
  const dialog = page.getByRole("dialog", { name: "Video room" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  const answered = page.waitForResponse(
    (one) => one.url().endsWith("/video_conferences") && one.request().method() === "POST",
  );
  await button(dialog, "Create").click();
  const made: unknown = await (await answered).json();
  const link = /"guest":\{"shortUrl":"([^"]+)"/.exec(JSON.stringify(made))?.[1] ?? "";
  return new URL(link).pathname;
}

async function enterAsGuest(company: Company, path: string, name: string, face: Rgb): Promise<Person> {
  const guest = await company.open(name.toLowerCase(), { path, face });
  await guest.page.getByRole("textbox", { name: "Your name" }).fill(name);
  await button(guest.page, "Join").click();
  return guest;
}

test("BUDDIES-36 VIDEO-40 VROOM-1 VROOM-4 VROOM-5 VROOM-6 VROOM-10 VROOM-11 VROOM-20 VCLIENT-10 a person, a colleague and a guest see and hear each other; mute, camera, leave and reload", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { face: FACES.alice });
  await open(alice, "/video_conferences", "Video conferences");
  await expect(roomRow(alice, "Daily")).toBeVisible();
  const path = await makeRoom(alice, "Weekly");
  await alice.page.screenshot({ path: join(PICTURES, "video-rooms.png") });
  await expect(roomRow(alice, "Weekly")).toBeVisible();
  await button(roomRow(alice, "Weekly"), "Join").click();
  await expect(video(alice)).toHaveAttribute("data-layout", "docked");
  await expectSees(alice, "Alice Archer", FACES.alice);

  const guest = await enterAsGuest(company, path, "Grace", FACES.guest);
  await button(alice.page, "People").click();
  await button(alice.page, "Let in Grace").click();
  await button(alice.page, "People").click();
  await expectSees(guest, "Alice Archer", FACES.alice);
  await expectSees(alice, "Grace", FACES.guest);
  await expectMoves(alice, "Grace");
  await expectHears(guest, alice.voiceHz);
  await expectHears(alice, guest.voiceHz);

  const bob = await company.signIn("bob", { face: FACES.bob });
  await open(bob, "/video_conferences", "Video conferences");
  await button(roomRow(bob, "Weekly"), "Join").click();
  await expectSees(bob, "Alice Archer", FACES.alice);
  await expectSees(bob, "Grace", FACES.guest);
  await expectSees(alice, "Bob Brandt", FACES.bob);
  await expectSees(guest, "Bob Brandt", FACES.bob);
  // Both speak all the time: which of them is louder differs from run to run.
  await expectHearsPeople(guest, [alice, bob]);
  await alice.page.screenshot({ path: join(PICTURES, "video-three.png") });
  // BUDDIES-36: on the cards of colleagues, from the first moment to the last.
  await open(bob, "/", "Buddies");
  const cardOf = (name: string) => bob.page.getByRole("listitem", { name, exact: true });
  for (const name of ["Alice Archer", "Bob Brandt"]) await expect(cardOf(name)).toContainText("In video room Weekly");
  await bob.page.screenshot({ path: join(PICTURES, "video-buddies.png") });
  await button(video(bob), "Leave").click();
  await expect(video(bob)).toHaveCount(0);
  await expect(cardOf("Bob Brandt")).not.toContainText("video room");
  await expect(cardOf("Alice Archer")).toContainText("In video room Weekly");
  await expect(tile(guest, "Bob Brandt")).toHaveCount(0);
  await expectSees(alice, "Grace", FACES.guest);
  await expectHears(alice, guest.voiceHz);
  await bob.browser.close();

  await button(guest.page, "Microphone").click();
  await expect(tile(alice, "Grace")).toHaveAttribute("data-audio", "off");
  await expectSilence(alice);
  await button(guest.page, "Camera").click();
  await expect(tile(alice, "Grace")).toHaveAttribute("data-video", "off");
  await button(guest.page, "Camera").click();
  await guest.page.keyboard.press("Alt+Shift+U");
  await expect(tile(alice, "Grace")).toHaveAttribute("data-audio", "on");
  await expectSees(alice, "Grace", FACES.guest);

  await inBothThemes(alice, async (theme) => {
    await alice.page.screenshot({ path: join(PICTURES, `video-docked-${theme}.png`) });
  });
  await button(video(alice), "Full screen").click();
  await expect(video(alice)).toHaveAttribute("data-layout", "fullscreen");
  await alice.page.screenshot({ path: join(PICTURES, "video-fullscreen.png") });
  await button(video(alice), "Full screen").click();
  await expect(video(alice)).toHaveAttribute("data-layout", "expanded");
  await alice.page.screenshot({ path: join(PICTURES, "video-expanded.png") });
  const shown = tile(alice, "Grace").locator("video");
  await shown.evaluate((element) => element.setAttribute("data-before", ""));
  await button(video(alice), "Minimize").click();
  await expect(video(alice)).toHaveAttribute("data-layout", "minimized");
  // VROOM-12: another tile, with the same element, which plays on.
  await expect(shown).toHaveAttribute("data-before", "");
  await expect(shown).toHaveJSProperty("paused", false);
  await alice.page.screenshot({ path: join(PICTURES, "video-minimized.png") });
  await open(alice, "/parking", "Parking");
  await expectHears(alice, guest.voiceHz);
  await button(video(alice), "Dock").click();
  await expectSees(alice, "Grace", FACES.guest);

  await alice.page.reload();
  await expectSees(alice, "Grace", FACES.guest);
  await expectSees(guest, "Alice Archer", FACES.alice);
  await expectHears(guest, alice.voiceHz);

  await guest.page.screenshot({ path: join(PICTURES, "video-guest.png") });
  await guest.page.setViewportSize(NARROW);
  await guest.page.screenshot({ path: join(PICTURES, "video-guest-narrow.png") });
  await button(guest.page, "Chat").click();
  await guest.page.getByRole("textbox", { name: "Message" }).fill("Hello from outside");
  await button(guest.page, "Send").click();
  await guest.page.screenshot({ path: join(PICTURES, "video-guest-chat-narrow.png") });
  await guest.page.setViewportSize(WIDE);
  await expect(button(alice.page, "Chat")).toHaveAccessibleDescription("1 new message");
  await alice.page.setViewportSize(NARROW);
  await alice.page.screenshot({ path: join(PICTURES, "video-narrow.png") });
  await alice.page.setViewportSize(WIDE);

  await button(alice.page, "People").click();
  await button(alice.page, "Mute Grace").click();
  await expect(button(guest.page, "Microphone")).toHaveAttribute("aria-pressed", "false");
  await expectMessage(guest, "Alice Archer muted your microphone");
  await alice.page.screenshot({ path: join(PICTURES, "video-people.png") });
  await button(alice.page, "Remove Grace").click();
  await expect(guest.page.getByRole("heading", { name: "You were removed from the meeting" })).toBeVisible();
  await guest.page.screenshot({ path: join(PICTURES, "video-guest-removed.png") });
  await expect(tile(alice, "Grace")).toHaveCount(0);
  await button(video(alice), "Leave").click();
  await expect(video(alice)).toHaveCount(0);
});

test("VROOM-11 on a phone the open softphone is above a meeting, and the words of a lost connection are too", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { face: FACES.alice });
  const bob = await company.signIn("bob", { face: FACES.bob });
  await open(alice, "/video_conferences", "Video conferences");
  await button(roomRow(alice, "Daily"), "Join").click();
  await expect(video(alice)).toHaveAttribute("data-layout", "docked");
  await talk(bob, alice, "101");
  await alice.page.setViewportSize(NARROW);
  const hangUp = anyCall(alice).getByRole("button", { name: "Hang up" });
  await hangUp.click({ trial: true }); // nothing covers it
  await alice.page.setViewportSize(WIDE);
  await alice.page.context().setOffline(true);
  const words = alice.page.getByText("Connectivity loss...");
  await expect(words).toBeVisible();
  const layerOf = (place: Locator): Promise<number> =>
    place.evaluate((element) => {
      const layers = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        layers.push(Number(getComputedStyle(at).zIndex) || 0);
      return Math.max(...layers);
    });
  expect(await layerOf(words)).toBeGreaterThan(await layerOf(video(alice)));
  await hangUp.click({ trial: true });
  await alice.page.screenshot({ path: join(PICTURES, "video-offline.png") });
  await alice.page.context().setOffline(false);
  await expect(words).toHaveCount(0);
});
