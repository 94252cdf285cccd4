import { join } from "node:path";
import { endpoints, tokenSchema } from "@callpanel/contract";
import { amplitudeAt, readRecording } from "@callpanel/testkit";
import type { Locator, Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../support/company/demo.ts";
import { FACES } from "../../support/media/face.ts";
import { openGateway } from "../../support/outside/gateway.ts";
import { expect, expectHearsPeople, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const OUTSIDE = { number: "+15145550123", name: "Pat Phone" };
/** The person with the telephone. */
const PAT = { username: "pat", voiceHz: 2_150 };

const button = (place: Locator | Page, name: string): Locator => place.getByRole("button", { name, exact: true });
const video = ({ page }: Person): Locator => page.getByRole("region", { name: "Video", exact: true });
const inList = ({ page }: Person, name: string): Locator =>
  page.getByRole("list", { name: "In the meeting" }).getByRole("listitem", { name, exact: true });

async function enterRoom(person: Person, room: string): Promise<Locator> {
  await open(person, "/video_conferences", "Video conferences");
  const row = person.page.getByRole("listitem", { name: `Room ${room}` });
  await button(row, "Join").click();
  await expect(person.page.getByRole("group", { name: /^Tile of/ }).first()).toBeVisible();
  return row;
}

const OPUS_RATE_HZ = 48_000;

/** The file of a person's latest call to a video room that was recorded. */
async function recordingOfMeeting(address: string, username: string): Promise<Buffer> {
  const signedIn = await fetch(`${address}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
  });
  const headers = { authorization: `Bearer ${tokenSchema.parse(await signedIn.json()).access_token}` };
  const list = await fetch(`${address}/api/v1/cdrs/friendly_calls_by_date?limit=100`, { headers });
  const { data } = endpoints.listCalls.response.parse(await list.json());
  const call = data.find(({ destination, recording }) => destination === "video_conference" && recording);
  const file = await fetch(`${address}/api/v1/cdrs/${call?.id}/recording`, { headers });
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
}

test("VPHONE-1 VPHONE-3 VPHONE-11 VPHONE-14 VPHONE-20 VPHONE-30 VPHONE-33 VPHONE-34 VREC-1 VREC-2 VREC-3 VREC-5 a telephone from outside dials in by number and PIN, hears and is heard, is muted and removed; another is called from the meeting, which is recorded", async ({
  company,
}) => {
  const gateway = await openGateway(company);
  const carol = await company.signIn("carol", { face: FACES.bob });
  const alice = await company.signIn("alice", { face: FACES.alice });
  const row = await enterRoom(carol, "Customer demo");
  await enterRoom(alice, "Customer demo");
  await expect(row).toContainText("By phone: (416) 555-0185, room ");
  const roomNumber = /room ([\d ]+\d)/.exec((await row.textContent()) ?? "")?.[1]?.replaceAll(" ", "") ?? "";
  expect(roomNumber).toMatch(/^\d{9}$/);

  const call = gateway.call("+14165550185", OUTSIDE);
  await call.until("talking");
  await gateway.speak(call, PAT.voiceHz);
  await gateway.expectHearsWords(call, "video-room-number");
  await gateway.press(call, `${roomNumber}#`);
  await gateway.expectHearsWords(call, "enter-pin");
  await gateway.press(call, "2468#");
  await button(carol.page, "People").click();
  await expect(button(carol.page, "Let in Pat Phone")).toBeVisible();
  await expectHearsPeople(carol, [alice], [PAT]);
  await button(carol.page, "Let in Pat Phone").click();

  await expect(inList(carol, "Pat Phone")).toContainText("Guest · By phone");
  await gateway.expectHearsVoices(call, [carol, alice], [PAT]);
  await expectHearsPeople(carol, [alice, PAT]);
  await expectHearsPeople(alice, [carol, PAT]);
  await inBothThemes(carol, async (theme) => {
    await carol.page.screenshot({ path: join(PICTURES, `video-telephone-${theme}.png`) });
  });

  await button(carol.page, "Mute Pat Phone").click();
  await expectHearsPeople(carol, [alice], [PAT]);
  await expectHearsPeople(alice, [carol], [PAT]);
  await gateway.expectHearsWords(call, "conference-muted");
  await gateway.press(call, "*6");
  await expectHearsPeople(alice, [carol, PAT]);

  await button(carol.page, "Remove Pat Phone").click();
  await gateway.expectHearsWords(call, "goodbye");
  await call.until("ended");
  await expect(inList(carol, "Pat Phone")).toHaveCount(0);
  await expect(video(alice)).not.toContainText("Pat Phone");

  // Dialled from the meeting.
  const number = carol.page.getByRole("textbox", { name: "Extension or phone number" });
  const phones = carol.page.getByRole("list", { name: "Calling" });
  const callOut = async () => {
    await number.fill("+15145550177");
    await button(carol.page, "Call").last().click();
    return gateway.incoming();
  };
  const first = await callOut();
  await expect(phones.getByRole("listitem")).toContainText("Calling…");
  await button(carol.page, "Stop calling +15145550177").click();
  await first.until("ended");
  await expect(phones).toHaveCount(0);
  const second = await callOut();
  second.reject(486);
  await expectMessage(carol, /\+15145550177 is busy/);
  const third = await callOut();
  await third.answer();
  await gateway.speak(third, PAT.voiceHz);
  await expect(inList(carol, "+15145550177")).toContainText("By phone");
  await gateway.expectHearsVoices(third, [carol, alice], [PAT]);
  await button(carol.page, "Record").click();
  await expect(video(alice)).toContainText("Recording");
  await gateway.expectHearsWords(third, "conference-recorded");
  await expectHearsPeople(alice, [carol, PAT]);
  await carol.page.screenshot({ path: join(PICTURES, "video-telephone-called.png") });
  await button(carol.page, "End for all").click();
  await button(carol.page, "End meeting").click();
  await third.until("ended");

  // The recording has everybody's voice, and is in the history of who began it.
  await open(carol, "/cdrs", "Call history");
  await carol.page.getByText("Jitsi Conference 850").first().click();
  const chapters = carol.page.getByRole("list", { name: "In the meeting" });
  await expect(chapters.getByRole("listitem").first()).toContainText("Carol Chen joined");
  await expect(chapters).toContainText("+15145550177 joined");
  await carol.page.screenshot({ path: join(PICTURES, "video-recording.png") });
  const { left } = readRecording(await recordingOfMeeting(company.server.address, "carol"));
  for (const { username, voiceHz } of [carol, alice, PAT])
    expect(amplitudeAt(left, OPUS_RATE_HZ, voiceHz), `${username} is in the recording`).toBeGreaterThan(0.005);
  expect(amplitudeAt(left, OPUS_RATE_HZ, 3_100), "nobody's tone").toBeLessThan(0.002);
  await gateway.stop();
});
