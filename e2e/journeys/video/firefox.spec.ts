import { SMALL_CAMERA } from "../../support/media/face.ts";
import {
  callState,
  clickButton,
  type FirefoxPerson,
  firefoxHears,
  noFirefox,
  openFirefox,
  signInFirefox,
} from "../../support/company/firefox.ts";
import {
  button,
  expectScene,
  FACES,
  firefoxSeat,
  hasSmallCamera,
  seatOf,
  videoWindow,
} from "../../support/company/meeting.ts";
import { anyCall, dial, expect, expectHears, test } from "../../support/company/people.ts";

test.skip(noFirefox !== undefined, noFirefox);

/** Three browsers encode and decode by one processor. */

test("VCALL-1 VCALL-2 VIDEO-25 VCLIENT-4 VROOM-20 a Firefox and a Chromium talk, add video and see and hear each other; a second Chromium joins; the Firefox mutes, turns its camera off and on, and leaves", async ({
  company,
}) => {
  const people = {
    alice: await company.signIn("alice", { face: FACES.alice, camera: SMALL_CAMERA }),
    bob: await company.signIn("bob", { face: FACES.bob, camera: SMALL_CAMERA }),
  };
  const firefox: FirefoxPerson = await openFirefox("dave", "about:blank");
  const { page } = firefox;
  try {
    await page.evaluateOnNewDocument(hasSmallCamera);
    await page.goto(company.server.address);
    await signInFirefox(firefox);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[aria-label="Phone status"]')?.textContent))
      .toBe("Registered");
    const alice = seatOf(people.alice, "Alice Archer", FACES.alice);
    const bob = seatOf(people.bob, "Bob Brandt", FACES.bob);
    const dave = firefoxSeat(firefox, "Dave Diaz");

    await dial(people.alice, "104");
    await clickButton(page, "Accept");
    await expect.poll(() => callState(page)).toBe("on-call");
    await firefoxHears(firefox, alice.voiceHz);
    await expectHears(people.alice, dave.voiceHz);

    await button(anyCall(people.alice), "Add video").click();
    await clickButton(page, "Join");
    await expect(anyCall(people.alice)).toHaveCount(0);
    await expect.poll(() => callState(page)).toBeUndefined();
    await expectScene({ seats: [alice, dave] }, "the call is a meeting");

    await button(videoWindow(people.alice), "Invite…").click();
    const invitation = people.alice.page.getByRole("dialog", { name: /^Invite to / });
    await invitation.getByLabel("Ask colleagues to join now").fill("Bob");
    await invitation.getByRole("option", { name: /Bob Brandt/ }).click();
    await button(invitation, "Ask to join").click();
    await button(people.bob.page, "Join").click();
    const seats = [alice, bob, dave];
    await expectScene({ seats }, "a second Chromium came");

    await clickButton(page, "Microphone");
    await clickButton(page, "Camera");
    await expectScene({ seats, muted: [dave], dark: [dave] }, "the Firefox is muted and dark");
    await clickButton(page, "Microphone");
    await clickButton(page, "Camera");
    await expectScene({ seats }, "it is back");
    await clickButton(page, "Leave");
    await expectScene({ seats: [alice, bob] }, "it has left");
  } finally {
    await firefox.close();
  }
});
