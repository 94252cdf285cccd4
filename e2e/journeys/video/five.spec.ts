import { noFirefox, openFirefox, type FirefoxPerson } from "../../support/firefox.ts";
import {
  button,
  expectScene,
  FACES,
  firefoxSeat,
  letIn,
  makeRoom,
  roomRow,
  SCREEN_TONE_HZ,
  seatOf,
  sharesStripes,
  videoWindow,
} from "../../support/meeting.ts";
import { type Person, test } from "../../support/people.ts";
import { open } from "../../support/routes.ts";

test.skip(noFirefox !== undefined, noFirefox);

/** Five browsers encode and decode by one processor. */
const SMALL = { isSmall: true };

/** Runs in a page: a small and slow camera. */
function hasSmallCamera(): void {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (wanted = {}) =>
    real(wanted.video === undefined ? wanted : { video: { width: 320, height: 180, frameRate: 8 } });
}

async function firefoxJoins({ page }: FirefoxPerson, name: string): Promise<void> {
  const field = await page.waitForSelector('input[autocomplete="name"]');
  await field?.type(name);
  await page.locator('button[type="submit"]').click();
}

test("VROOM-20 VCLIENT-4 VENG-50 VENG-60 five browsers, one of them a Firefox: who sees and hears whom after each join, mute, camera off and shared screen", async ({
  company,
}) => {
  test.setTimeout(600_000);
  const people: Record<"alice" | "bob" | "carol" | "dave", Person> = {
    alice: await company.signIn("alice", { face: FACES.alice, camera: SMALL }),
    bob: await company.signIn("bob", { face: FACES.bob, camera: SMALL, before: sharesStripes }),
    carol: await company.open("carol", {
      face: FACES.carol,
      camera: SMALL,
      path: "/robots.txt",
    }),
    dave: await company.open("dave", { face: FACES.dave, camera: SMALL, path: "/robots.txt" }),
  };
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

  await people.carol.page.goto(`${company.server.address}${links.guest}`);
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
  } finally {
    await firefox.close();
  }
});
