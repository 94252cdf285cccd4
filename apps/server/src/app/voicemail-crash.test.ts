import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toneOpus } from "../../test/voicemails.ts";
import { RECORDED, openBoxes, type OpenBoxes } from "../../test/open-boxes.ts";

describe("boxes after a crash or a fault of the store", () => {
  let at: OpenBoxes;
  beforeEach(async () => {
    at = await openBoxes();
  });
  afterEach(() => at.close());

  it("VM-60 a message that a kill interrupted is delivered once at the next start; other drafts are removed", async () => {
    const [cut, short, silent] = [await at.begin("c1"), await at.begin("c2"), await at.begin("c3")];
    writeFileSync(cut.path, toneOpus(440, 3));
    writeFileSync(short.path, toneOpus(440, 1));
    const greeting = await at.boxes.begin(String(at.alice), { kind: "greeting", greeting: "temp" });
    // Killed after the store took the sound, before the message was added.
    const taken = await at.begin("c4");
    writeFileSync(taken.path, toneOpus(600, 4));
    await at.sounds.take(taken.path, { type: "audio/ogg", holder: { kind: "voicemail", id: `draft-${taken.id}` } });
    await at.restart();
    expect((await at.inbox()).map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)).toEqual([3_000, 4_000]);
    for (const draft of [cut, short, silent, taken, ...(greeting === "full" ? [] : [greeting])])
      expect([existsSync(draft.path), existsSync(draft.path.replace(".opus", ".json"))]).toEqual([false, false]);
    await at.restart();
    expect(await at.inbox()).toHaveLength(2);
  });

  it("VM-60 after a kill between storing the message and removing its draft, the message is there once", async () => {
    const draft = await at.begin();
    writeFileSync(draft.path, toneOpus(440, 3));
    const note = draft.path.replace(".opus", ".json");
    const text = readFileSync(note);
    await at.boxes.finish(draft.id, RECORDED);
    writeFileSync(note, text);
    writeFileSync(draft.path, toneOpus(440, 3));
    await at.restart();
    expect(await at.inbox()).toHaveLength(1);
    expect([existsSync(draft.path), existsSync(note)]).toEqual([false, false]);
  });

  it("VM-63 a message that the store cannot take is delivered as soon as it can", async () => {
    const draft = await at.begin();
    writeFileSync(draft.path, toneOpus(440, 3));
    await at.db.schema.alterTable("sounds").renameTo("sounds_away").execute();
    await expect(at.boxes.finish(draft.id, RECORDED)).rejects.toThrow();
    await at.clock.advance(60_000);
    expect(await at.inbox()).toEqual([]);
    await at.db.schema.alterTable("sounds_away").renameTo("sounds").execute();
    await expect
      .poll(async () => {
        await at.clock.advance(60_000);
        return (await at.inbox()).length;
      })
      .toBe(1);
    await at.clock.advance(120_000);
    expect([await at.inbox(), existsSync(draft.path)]).toEqual([
      [expect.objectContaining({ durationMs: 3_000 })],
      false,
    ]);
  });
});
