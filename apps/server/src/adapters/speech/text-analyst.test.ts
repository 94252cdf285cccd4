import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildEntries } from "../../../test/server-process.ts";
import { createTextAnalyst } from "./text-analyst.ts";

const ENGLISH = { language: "en-US" };

describe("summary and category", () => {
  let folder: string;
  let clock: FakeClock;
  let analyst: ReturnType<typeof createTextAnalyst>;
  beforeAll(async () => {
    folder = await buildEntries({ "text-analysis.worker": "apps/server/src/adapters/speech/text-analysis.worker.ts" });
  });
  beforeEach(() => {
    clock = createFakeClock();
    analyst = createTextAnalyst({ workerUrl: pathToFileURL(`${folder}/text-analysis.worker.js`), clock });
  });
  afterEach(() => analyst.stop());

  it("SPEECH-20 a short text is its own summary; the summary of a long one keeps the most important parts, in its words and order", async () => {
    const { analysis } = analyst;
    expect(await analysis.summarize(" please call  me back ", ENGLISH)).toBe("please call me back");
    const said =
      "hello alice this is bob from the office so well you know it has been quite a while and all that i am calling about " +
      "the contract with the bakery please call me back tomorrow at noon thank you and have a very good day and so on and so on";
    const summary = await analysis.summarize(said, ENGLISH);
    expect(summary).toContain("please call me back tomorrow at noon");
    expect(summary.length).toBeLessThanOrEqual(170);
    for (const part of summary.split(" … ")) expect(said).toContain(part);
    expect((await analysis.summarize("a".repeat(50_000), ENGLISH)).length).toBeLessThan(200);
  });

  it("SPEECH-21 words decide the category, in any form; too few of them, or negated ones, do not count", async () => {
    const { analysis } = analyst;
    const said: ReadonlyArray<readonly [string, string]> = [
      ["please call the clinic about your appointment", "medical"],
      ["there was a car accident send an ambulance", "emergency"],
      ["your social security number has been suspended and there is a warrant", "fraud"],
      ["we are calling about your car's extended warranty", "solicitation"],
      ["remember to vote for our candidate in the election on tuesday", "political"],
      ["your flight to boston leaves from gate twelve", "travel"],
      ["happy birthday honey see you at dinner", "personal"],
      ["this is not an emergency call me when you can", "misc"],
      ["the report is ready", "misc"],
      ["<script>alert(1)</script>", "misc"],
      ["", "misc"],
    ];
    for (const [text, category] of said)
      expect([text, (await analysis.categorize(text, ENGLISH)).category]).toEqual([text, category]);
    expect(await analysis.categorize("the doctors are at the clinic", ENGLISH)).toEqual({
      category: "medical",
      because: ["doctor", "clinic"],
    });
    expect(analysis.understands("en-GB")).toBe(true);
    expect(analysis.understands("fr-CA")).toBe(false);
  });

  it("SPEECH-22 texts are analysed in a thread that ends when idle and starts again; after a stop, no request waits", async () => {
    const { analysis } = analyst;
    await analysis.categorize("hello", ENGLISH);
    expect(clock.timerCount).toBe(1);
    await clock.advance(60_000);
    expect(clock.timerCount).toBe(0);
    expect((await analysis.categorize("the doctor", ENGLISH)).category).toBe("medical");
    await expect(
      analysis.summarize("hello", { ...ENGLISH, signal: AbortSignal.abort(new Error("gone")) }),
    ).rejects.toThrow("gone");
    const late = analysis.summarize("hello", ENGLISH);
    await Promise.all([expect(late).rejects.toThrow("the server stops"), analyst.stop()]);
    expect(clock.timerCount).toBe(0);
    await expect(analysis.summarize("hello", ENGLISH)).rejects.toThrow("has stopped");
  });
});
