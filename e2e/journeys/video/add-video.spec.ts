import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { FACES, SMALL_CAMERA } from "../../support/media/face.ts";
import { anyCall, expect, expectHears, inBothThemes, type Person, talk, test } from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const button = (place: Locator | Page, name: string): Locator => place.getByRole("button", { name, exact: true });
const video = ({ page }: Person): Locator => page.getByRole("region", { name: "Video", exact: true });
const tile = ({ page }: Person, name: string): Locator => page.getByRole("group", { name: `Tile of ${name}` });

declare global {
  interface Window {
    /** How many far ends were heard, one after the other; written at each change. */
    callpanelFarEnds: number[];
  }
}

/** Counts, whenever the page draws, the elements that play somebody else aloud. */
function countFarEnds(): void {
  const elements = new Set<HTMLMediaElement>();
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function heard(this: HTMLMediaElement) {
    elements.add(this);
    return play.call(this);
  };
  window.callpanelFarEnds = [];
  const isAloud = (element: HTMLMediaElement) =>
    element.srcObject instanceof MediaStream &&
    !element.paused &&
    !element.muted &&
    element.srcObject.getAudioTracks().some(({ readyState, muted }) => readyState === "live" && !muted);
  const look = () => {
    const count = [...elements].filter(isAloud).length;
    if (window.callpanelFarEnds.at(-1) !== count) window.callpanelFarEnds.push(count);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const farEnds = ({ page }: Person): Promise<number[]> => page.evaluate(() => window.callpanelFarEnds);

test("VCALL-1 VCALL-2 VCALL-3 VCALL-4 VIDEO-25 a call becomes a meeting on both sides, never heard twice, never interrupted; a third person is invited from it", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { face: FACES.alice, camera: SMALL_CAMERA, before: countFarEnds });
  const bob = await company.signIn("bob", { face: FACES.bob, camera: SMALL_CAMERA, before: countFarEnds });
  await talk(alice, bob, "102");
  await expectHears(bob, alice.voiceHz);
  await expectHears(alice, bob.voiceHz);
  const places = await anyCall(alice).getByRole("button").count();
  await inBothThemes(alice, async (theme) => {
    await alice.page.screenshot({ path: join(PICTURES, `add-video-call-${theme}.png`) });
  });

  await button(anyCall(alice), "Add video").click();
  await expect(tile(alice, "Alice Archer")).toHaveAttribute("data-audio", "on");
  await expect(alice.page.getByText("Your call goes on.")).toBeVisible();
  await expect(anyCall(alice).getByRole("button")).toHaveCount(places);
  await expectHears(alice, bob.voiceHz);
  await alice.page.screenshot({ path: join(PICTURES, "add-video-waits.png") });

  await expect(bob.page.getByText("Alice Archer asks you to join “Alice Archer and Bob Brandt”")).toBeVisible();
  await bob.page.screenshot({ path: join(PICTURES, "add-video-asked.png") });
  await button(bob.page, "Join").click();
  for (const person of [alice, bob]) {
    await expect(anyCall(person)).toHaveCount(0);
    await expect(video(person)).toBeVisible();
    await expect(person.page.getByText("Your call goes on.")).toHaveCount(0);
  }
  await expect(tile(alice, "Bob Brandt")).toHaveAttribute("data-video", "on");
  await expectHears(alice, bob.voiceHz);
  await expectHears(bob, alice.voiceHz);
  await alice.page.screenshot({ path: join(PICTURES, "add-video-meeting.png") });
  // One far end at any moment: the call's, then the meeting's.
  expect([await farEnds(alice), await farEnds(bob)]).toEqual([
    [0, 1],
    [0, 1],
  ]);

  // A third one, from the window: she has no page open, and gets a message.
  await button(video(alice), "Invite…").click();
  const invitation = alice.page.getByRole("dialog", { name: "Invite to Alice Archer and Bob Brandt" });
  await invitation.getByLabel("Ask colleagues to join now").fill("Carol");
  await invitation.getByRole("option", { name: /Carol Chen/ }).click();
  await button(invitation, "Ask to join").click();
  await expectMessage(alice, "Carol Chen got a message with the link");
  await alice.page.screenshot({ path: join(PICTURES, "add-video-invite.png") });
});
