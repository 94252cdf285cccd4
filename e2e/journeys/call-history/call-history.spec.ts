import { readFile } from "node:fs/promises";
import { dominantTone, readRecording, readZip, SPEECH_RATE_HZ, type ReadRecording } from "@callpanel/testkit";
import { anyCall, expect, expectHears, talk, test } from "../../support/company/people.ts";
import { playedSound, watchPlayer } from "../../support/media/player.ts";
import { open } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const RATE = 48_000;
const NEAR_HZ = 25;

/** Left is what the one who was recorded said, right what they heard. */
function expectBothVoices({ left, right }: ReadRecording, said: number, heard: number): void {
  for (const [side, hz] of [
    [left, said],
    [right, heard],
  ] as const)
    expect(Math.abs(dominantTone(side.subarray(side.length >> 1), RATE).frequencyHz - hz)).toBeLessThan(NEAR_HZ);
}

test("CHATUI-70 a call that has ended is in the history, plays with both voices, is in the file, and is shared in chat", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const carol = await company.signIn("carol");
  await carol.page.getByRole("link", { name: "Call history" }).click();
  await expect(carol.page.getByRole("list", { name: "Calls", exact: true })).toBeVisible();

  await talk(carol, alice, "101");
  await anyCall(carol).getByRole("button", { name: "Record", exact: true }).click();
  for (let turn = 0; turn < 2; turn += 1) {
    await expectHears(carol, alice.voiceHz);
    await expectHears(alice, carol.voiceHz);
  }
  await anyCall(carol).getByRole("button", { name: "Hang up" }).click();

  // The row comes by itself.
  const asking = carol.page.waitForRequest((one) => /\/cdrs\/\d+\/recording\?/.test(one.url()));
  const row = carol.page.getByRole("main").getByRole("listitem").filter({ hasText: "Alice Archer" }).first();
  const closed = await row.boundingBox();
  await row.getByRole("button", { name: "Listen to the recording: Alice Archer", exact: true }).click();
  const player = carol.page.getByRole("group", { name: "Recording 1" });
  await expect(player).toHaveAttribute("data-phase", "ready");
  // SHELL-47: the head of the list is higher now; the row is where it was, but for the rounding of its lines.
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - (closed?.y ?? 0))).toBeLessThan(5);
  // It plays by itself.
  await expect(player.getByRole("timer")).not.toHaveText(/^00:00 /);
  // What the player fetched is what is measured; asked again, for the browser does not hand over a body that it streams.
  const asked = await asking;
  const headers = { authorization: (await asked.headerValue("authorization")) ?? "" };
  const heard = readRecording(await (await carol.page.request.get(asked.url(), { headers })).body());
  expectBothVoices(heard, carol.voiceHz, alice.voiceHz);
  // She shares it with a colleague, in a conversation that has to be found among hers.
  await carol.page.getByRole("button", { name: "Share in chat…" }).click();
  const share = carol.page.getByRole("dialog", { name: "Share recording" });
  await share.getByRole("combobox", { name: "Conversation" }).fill("Alice");
  await share.getByRole("option", { name: "Alice Archer" }).click();
  await expect(share.getByRole("note")).toContainText("Alice Archer can hear it.");
  await share.getByRole("button", { name: "Share", exact: true }).click();
  await expectMessage(carol, "Shared in Alice Archer");
  await carol.page.keyboard.press("Escape");
  await expect(carol.page.getByRole("complementary", { name: "Call details" })).toHaveCount(0);

  // Her own call is outgoing and recorded, not missed.
  const own = carol.page.getByRole("checkbox", { name: "Select the recording: Alice Archer", exact: true });
  for (const [kind, count] of [
    ["Missed", 0],
    ["Outgoing", 1],
    ["Recorded", 1],
  ] as const) {
    await carol.page.getByRole("main").getByRole("radio", { name: kind }).check();
    await expect(own).toHaveCount(count);
  }
  await own.check();
  await carol.page.getByRole("button", { name: "Archive selected recordings" }).click();
  const archive = carol.page.getByRole("region", { name: "Archive of recordings" });
  await expect(archive).toContainText(/^1 recording, /);
  const packing = carol.page.waitForEvent("download");
  await archive.getByRole("button", { name: "Download archive" }).click();
  const packed = readZip(await readFile(await (await packing).path()));
  expect(packed.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d-\d\d-\d\d Carol Chen - Alice Archer \d+\.ogg$/),
  ]);
  expectBothVoices(readRecording(packed[0]?.content ?? Buffer.alloc(0)), carol.voiceHz, alice.voiceHz);
  // It is there again after a reload, until it is removed.
  await carol.page.reload();
  await archive.getByRole("button", { name: "Remove archive" }).click();
  await expect(archive).toHaveCount(0);
  // CDR-63: and so is the filter.
  const kind = (name: string) => carol.page.getByRole("main").getByRole("radio", { name });
  await expect(kind("Recorded")).toBeChecked();
  await kind("All").check();
  await expect(carol.page).toHaveURL(/\/cdrs$/);

  const saving = carol.page.waitForEvent("download");
  await carol.page.getByRole("button", { name: "Download CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("cdrs.csv");
  const lines = (await readFile(await file.path(), "utf8")).slice(1).split("\r\n");
  expect(lines[0]).toMatch(/^calldate,direction,from,/);
  expect(lines[1]).toMatch(/,internal,103,Carol Chen,101,Alice Archer,/);
  expect(lines[1]).toMatch(/,yes$/);
  expect(lines.some((line) => line.includes(",+14165550110,"))).toBe(true);
  expect(lines.every((line) => !/(^|,)[=@-]/.test(line))).toBe(true);

  // In Alice's own history it is hers, heard by her too; what she may not list is not offered.
  await alice.page.getByRole("link", { name: "Call history" }).click();
  await expect(alice.page.getByRole("button", { name: "Carol Chen. Incoming" }).first()).toBeVisible();
  await expect(
    alice.page.getByRole("button", { name: "Listen to the recording: Carol Chen", exact: true }),
  ).toBeVisible();
  await expect(alice.page.getByRole("button", { name: "Everyone" })).toHaveCount(0);

  // What was shared plays with both voices in her conversation with Carol.
  await open(alice, "/chat/d", "Chat");
  await watchPlayer(alice.page);
  await alice.page.getByRole("listitem", { name: "Carol Chen", exact: true }).getByRole("link").click();
  await alice.page.getByRole("article").getByRole("button", { name: "Play" }).last().click();
  await expect.poll(async () => (await playedSound(alice.page)).length).toBeGreaterThan(SPEECH_RATE_HZ);
  const { frequencyHz } = dominantTone(await playedSound(alice.page), SPEECH_RATE_HZ);
  const voices = [carol.voiceHz, alice.voiceHz].map((hz) => Math.abs(frequencyHz - hz));
  expect(Math.min(...voices)).toBeLessThan(NEAR_HZ);
});
