/** The whole of a meeting: four Chromium and a Firefox, and after each step what every one of them sees and hears. */
import { join } from "node:path";
import { SMALL_CAMERA } from "../../support/media/face.ts";
import { noFirefox, openFirefox, type FirefoxPerson } from "../../support/company/firefox.ts";
import { layLine } from "../../support/outside/line.ts";
import {
  button,
  expectScene,
  FACES,
  firefoxSeat,
  hasSmallCamera,
  letIn,
  makeRoom,
  roomRow,
  SCREEN_TONE_HZ,
  seatOf,
  sharesStripes,
  tileOf,
  videoWindow,
} from "../../support/company/meeting.ts";
import { expect, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test.skip(noFirefox !== undefined, noFirefox);

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const CUT_MS = 10_000;
/** A click that finds nothing is a failure with its place, not the end of the whole. */
const STEP_MS = 60_000;
/** Five browsers encode and decode by one processor. */

async function firefoxJoins({ page }: FirefoxPerson, name: string): Promise<void> {
  const field = await page.waitForSelector('input[autocomplete="name"]');
  await field?.type(name);
  await page.locator('button[type="submit"]').click();
}

const pin = (person: Person, name: string, does: "Pin" | "Unpin") =>
  button(tileOf(person, name), `${does} ${name}`).click();

test("VROOM-2 VROOM-20 VCLIENT-3 VCLIENT-4 VCLIENT-15 VENG-50 VENG-60 five browsers, one of them a Firefox: which participants see and hear each other after each join, mute, screen, pin, change of layer, reload, network failure and leave", async ({
  company,
}) => {
  test.setTimeout(900_000);
  const line = await layLine(company.server.address);
  const people: Record<"alice" | "bob" | "carol" | "dave", Person> = {
    alice: await company.signIn("alice", { face: FACES.alice, camera: SMALL_CAMERA }),
    bob: await company.signIn("bob", { face: FACES.bob, camera: SMALL_CAMERA, before: sharesStripes }),
    carol: await company.open("carol", {
      face: FACES.carol,
      camera: SMALL_CAMERA,
      path: "/robots.txt",
      address: line.address,
    }),
    dave: await company.open("dave", { face: FACES.dave, camera: SMALL_CAMERA, path: "/robots.txt" }),
  };
  for (const { page } of Object.values(people)) page.setDefaultTimeout(STEP_MS);
  const alice = seatOf(people.alice, "Alice Archer", FACES.alice);
  const bob = seatOf(people.bob, "Bob Brandt", FACES.bob);
  const carol = seatOf(people.carol, "Cara", FACES.carol);
  const dave = seatOf(people.dave, "Dan", FACES.dave);

  await open(people.alice, "/video_conferences", "Video conferences");
  const links = await makeRoom(people.alice, "Five");
  await button(roomRow(people.alice, "Five"), "Join").click();
  await open(people.bob, "/video_conferences", "Video conferences");
  await button(roomRow(people.bob, "Five"), "Join").click();
  await expectScene({ seats: [alice, bob] }, "two are in");

  await people.carol.page.goto(`${line.address}${links.guest}`);
  await people.carol.page.getByRole("textbox", { name: "Your name" }).fill("Cara");
  await button(people.carol.page, "Join").click();
  await letIn(people.alice, "Cara");
  await expectScene({ seats: [alice, bob, carol] }, "a guest came");

  const firefox = await openFirefox("faye", "about:blank");
  try {
    await firefox.page.evaluateOnNewDocument(hasSmallCamera);
    await firefox.page.goto(`${company.server.address}${links.guest}`);
    const faye = firefoxSeat(firefox, "Faye");
    await firefoxJoins(firefox, "Faye");
    await letIn(people.alice, "Faye");
    await expectScene({ seats: [alice, bob, carol, faye] }, "a Firefox came");

    // A silent person hears the loudest three.
    await button(videoWindow(people.alice), "Microphone").click();
    await people.dave.page.goto(`${company.server.address}${links.admin}`);
    await button(people.dave.page, "Microphone").click();
    await people.dave.page.getByRole("textbox", { name: "Your name" }).fill("Dan");
    await button(people.dave.page, "Join").click();
    const seats = [alice, bob, carol, faye, dave];
    await expectScene({ seats, muted: [alice, dave] }, "an admin came, muted");

    await button(people.dave.page, "Microphone").click();
    await button(videoWindow(people.bob), "Microphone").click();
    await button(people.carol.page, "Camera").click();
    const muted = [alice, bob];
    await expectScene({ seats, muted, dark: [carol] }, "two are muted, one without a camera");
    await button(people.carol.page, "Camera").click();
    await button(people.carol.page, "Microphone").click();

    await button(videoWindow(people.bob), "Share screen").click();
    const screen = { seat: bob, toneHz: SCREEN_TONE_HZ };
    await expectScene({ seats, muted: [alice, bob, carol], screen }, "a screen is shared");
    await button(videoWindow(people.bob), "Share screen").click();
    await button(people.carol.page, "Microphone").click();
    await expectScene({ seats, muted }, "the screen is gone");

    // A large tile beside small ones: all of them go on. A Firefox sends its layers whatever its camera gives.
    await pin(people.dave, "Faye", "Pin");
    await expectScene({ seats, muted }, "one tile is large, of another layer");
    await pin(people.dave, "Cara", "Pin");
    await expectScene({ seats, muted }, "another one is");
    await people.dave.page.screenshot({ path: join(PICTURES, "video-five-pinned.png") });
    await pin(people.dave, "Cara", "Unpin");

    await people.alice.page.reload();
    await people.dave.page.reload();
    await expectScene({ seats, muted }, "two have loaded the page again, one of them muted");

    line.cut();
    const cutAt = Date.now();
    await expect(people.carol.page.getByText("Sound and video are interrupted. Reconnecting…")).toBeVisible();
    await expectScene({ seats, muted, away: [carol] }, "one is cut off");
    await people.carol.page.waitForTimeout(Math.max(0, CUT_MS - (Date.now() - cutAt)));
    line.mend();
    await expectScene({ seats, muted }, "the network is back");

    await button(videoWindow(people.bob), "Leave").click();
    await expectScene({ seats: [alice, carol, faye, dave], muted: [alice] }, "one has left");
    await button(people.dave.page, "People").click();
    await button(people.dave.page, "End for all").click();
    await button(people.dave.page.getByRole("alertdialog"), "End meeting").click();
    await expect(people.carol.page.getByRole("heading", { name: "The meeting has ended" })).toBeVisible();
    await expect(videoWindow(people.alice)).toHaveCount(0);
  } finally {
    await firefox.close();
    await line.close();
  }
});
