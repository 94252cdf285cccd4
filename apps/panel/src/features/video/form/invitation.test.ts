import { expect, it } from "vitest";
import { calendarFile, mailLink } from "./invitation.ts";

const INVITATION = {
  uid: "room-7-1@panel.test",
  subject: "Video meeting: Été; now, or\\never",
  text: `Join: https://panel.test/v/abc\nPIN: 1234\n${"é".repeat(90)}`,
  url: "https://panel.test/v/abc",
  startsAt: Date.UTC(2026, 2, 8, 13, 5),
  minutes: 45,
};

it("VIDEO-24 the calendar file has the times in UTC, text escaped, and no line above 75 octets", () => {
  const file = calendarFile(INVITATION, Date.UTC(2026, 0, 1));
  const lines = file.split("\r\n");
  expect(lines.at(-1)).toBe("");
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const whole = file.replaceAll("\r\n ", "").split("\r\n");
  expect(whole).toContain("DTSTART:20260308T130500Z");
  expect(whole).toContain("DTEND:20260308T135000Z");
  expect(whole).toContain("SUMMARY:Video meeting: Été\\; now\\, or\\\\never");
  expect(whole).toContain(`DESCRIPTION:Join: https://panel.test/v/abc\\nPIN: 1234\\n${"é".repeat(90)}`);
});

it("VIDEO-24 the e-mail has subject and text; a typed name cannot add a field", () => {
  const link = mailLink({ subject: "A&bcc=eve@example.com", text: "one\ntwo" });
  expect(link).toBe("mailto:?subject=A%26bcc%3Deve%40example.com&body=one%0D%0Atwo");
});
