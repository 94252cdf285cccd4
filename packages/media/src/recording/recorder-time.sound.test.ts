import { describe, expect, test } from "vitest";
import { HEARD, levelAt, newRecording, SAID, SILENT, speaker, toneAt, windows } from "../../test/recorded-speech.ts";

describe("time", () => {
  test("REC-3 each channel is silent where nothing was said or heard, and both stay in time", async () => {
    const { run, stop } = newRecording();
    const said = speaker(SAID);
    const heard = speaker(HEARD);
    run(1_000);
    run(1_000, { said });
    run(1_000, { said, heard });
    run(1_000, { heard });
    run(500);
    const { read } = await stop();
    expect(read.durationMs).toBe(4_500);
    expect(levelAt(read.left, 0, 990)).toBeLessThan(SILENT);
    expect(levelAt(read.left, 1_100, 2_990)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    expect(levelAt(read.left, 3_150, 4_500)).toBeLessThan(SILENT);
    expect(levelAt(read.right, 0, 1_990)).toBeLessThan(SILENT);
    expect(levelAt(read.right, 2_100, 3_990)).toBeCloseTo(0.25 / Math.SQRT2, 1);
    expect(levelAt(read.right, 4_150, 4_500)).toBeLessThan(SILENT);
  });

  test("REC-3 a sender that is silent for a while (DTX) continues where its timestamp says", async () => {
    const { recorder, run, stop } = newRecording();
    const said = speaker(SAID);
    run(1_000, { said });
    run(1_010); // 10 ms of jitter on the way
    for (let i = 0; i < 25; i += 1) {
      recorder.said(said.packet(1_000));
      run(20);
    }
    const { read } = await stop();
    expect(levelAt(read.left, 1_150, 1_990)).toBeLessThan(SILENT);
    expect(levelAt(read.left, 2_100, 2_480)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  test("REC-4 lost, duplicate and reordered packets leave all others in place", async () => {
    const { recorder, run, stop } = newRecording();
    const said = speaker(SAID);
    run(1_000, { said });
    const [first, lost, second, third] = [said.packet(), said.packet(), said.packet(), said.packet()];
    expect(lost).toBeDefined();
    for (const packet of [first, third, second, second]) if (packet !== undefined) recorder.said(packet);
    run(80);
    run(920, { said });
    const { read } = await stop();
    expect(read.durationMs).toBe(2_000);
    expect(toneAt(read.left, 200, 1_900).frequencyHz).toBeCloseTo(440, -1);
    expect(levelAt(read.left, 1_000, 1_080)).toBeGreaterThan(0.2); // the gap of 20 ms is concealed
    expect(levelAt(read.left, 1_500, 2_000)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  test("REC-4 audio that arrives too late for its place continues from now", async () => {
    const { recorder, run, stop } = newRecording();
    const said = speaker(SAID);
    run(500, { said });
    run(1_500); // the sender stalls, and its clock with it
    for (let i = 0; i < 50; i += 1) {
      recorder.said(said.packet());
      run(20);
    }
    const { read } = await stop();
    expect(levelAt(read.left, 700, 1_800)).toBeLessThan(SILENT);
    expect(levelAt(read.left, 2_200, 2_900)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  /** The sound of a stall of the sender, of the network or of the thread arrives in one burst after it. */
  test.each([
    ["said", 4_500],
    ["both", 900],
  ] as const)(
    "REC-4 with %s recorded a burst after %d ms is put where it was said, nothing lost",
    async (sides, ms) => {
      const { recorder, run, stop } = newRecording({ sides });
      const said = speaker(SAID);
      run(1_000, { said });
      run(ms);
      for (let i = 0; i < ms / 20; i += 1) recorder.said(said.packet());
      run(1_000, { said });
      const { read } = await stop();
      expect(windows(read.left, 100).every((level) => Math.abs(level - 0.5 / Math.SQRT2) < 0.05)).toBe(true);
      expect(read.durationMs).toBe(2_000 + ms);
    },
  );

  test("REC-4 a stall at the very start loses nothing either: the recording is longer by the burst", async () => {
    const { recorder, run, stop } = newRecording({ sides: "said" });
    const said = speaker(SAID);
    for (let i = 0; i < 100; i += 1) recorder.said(said.packet());
    run(1_000, { said });
    const { read, ended } = await stop();
    expect(windows(read.left, 100).every((level) => Math.abs(level - 0.5 / Math.SQRT2) < 0.05)).toBe(true);
    expect(ended.durationMs).toBe(3_000);
  });

  test("REC-4 a thread that was blocked writes nothing before it has read what arrived meanwhile", async () => {
    const { recorder, run, stop, stall } = newRecording({ sides: "said" });
    const said = speaker(SAID);
    run(1_000, { said });
    stall(3_000);
    for (let i = 0; i < 5; i += 1) recorder.beat(); // the beats that are caught up (MEDIA-42)
    for (let i = 0; i < 150; i += 1) recorder.said(said.packet());
    run(500, { said });
    const { read } = await stop();
    expect(windows(read.left, 100).every((level) => Math.abs(level - 0.5 / Math.SQRT2) < 0.05)).toBe(true);
  });

  test("REC-4 a source with timestamps that jump far back continues from now", async () => {
    const { run, stop } = newRecording({ sides: "said" });
    run(1_000, { said: speaker(SAID, { timestamp: 48_000 * 60 }) });
    run(1_000, { said: speaker(SAID, { timestamp: 0 }) });
    const { read } = await stop();
    expect(levelAt(read.left, 1_100, 1_900)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  test("REC-4 a sender with a fast clock does not run ahead", async () => {
    const { recorder, run, stop } = newRecording();
    const said = speaker(SAID);
    for (let i = 0; i < 100; i += 1) {
      recorder.said(said.packet());
      recorder.said(said.packet());
      run(20);
    }
    run(2_000);
    const { read } = await stop();
    expect(levelAt(read.left, 500, 2_000)).toBeGreaterThan(0.2);
    expect(levelAt(read.left, 3_200, 4_000)).toBeLessThan(SILENT);
  });

  test("REC-6 another source continues where the earlier one ended", async () => {
    const { run, stop } = newRecording();
    run(1_000, { heard: speaker(HEARD, { ssrc: 1 }) });
    run(1_000, { heard: speaker(SAID, { ssrc: 2, timestamp: 12 }) });
    const { read } = await stop();
    expect(toneAt(read.right, 200, 990).frequencyHz).toBeCloseTo(1000, -1);
    expect(toneAt(read.right, 1_100, 1_950).frequencyHz).toBeCloseTo(440, -1);
  });
});
