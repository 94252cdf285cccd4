import { FRAME_MS } from "../codec.ts";
import type { RecordedSides, RecordedSound, RecordingMark } from "../media.port.ts";
import { createOggOpus, packetsFor } from "./ogg-opus.ts";
import type { CutRecording } from "./cut.ts";
import type { OpenRecordingFile } from "./recording-file.ts";
import { createRecordingWriter } from "./recording-writer.ts";
import { createTrack } from "./track.ts";
import type { Track, TrackPacket } from "./track.ts";

/** Records one party: left what it says, right what it hears, or one of them (docs/spec/recording.md). */
export interface Recorder {
  said(packet: TrackPacket): void;
  heard(packet: TrackPacket): void;
  /** Call this every 20 ms. */
  beat(): void;
  pause(paused: boolean): void;
  /** Audio after `keepMs` is cut off. */
  stop(keepMs?: number): void;
  /** Resolves when the file is closed, for any reason. */
  readonly ended: Promise<RecordedSound>;
}

export interface RecorderOptions {
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly serial: number;
  readonly path: string;
  readonly sides: RecordedSides;
  readonly open: OpenRecordingFile;
  readonly cut: CutRecording;
}

/** How long a slot waits for late packets before it is written … */
const HELD_BACK_MS = 200;
/**
 * … and how long a sending side may be late as a whole (its own thread, or ours, is blocked) before that becomes a gap.
 * A single side is waited for longer: nothing that has arrived is kept from the disk meanwhile.
 */
const STRAY_MS: Readonly<Record<RecordedSides, number>> = { said: 5_000, heard: 1_000, both: 1_000 };

export function createRecorder({ now, serial, path, sides, open, cut }: RecorderOptions): Recorder {
  const startedAt = now();
  const strayMs = STRAY_MS[sides];
  const said = sides === "heard" ? undefined : createTrack({ strayMs });
  const heard = sides === "said" ? undefined : createTrack({ strayMs });
  const tracks = [said, heard].filter((track) => track !== undefined);
  const ogg = createOggOpus({ serial, streams: tracks.length === 2 ? 2 : 1 });
  const marks: RecordingMark[] = [];
  let pausedAtMs: number | undefined;
  let slots = 0;
  let isOpen = true;
  let resolveEnded: (sound: RecordedSound) => void;
  const ended = new Promise<RecordedSound>((resolve) => {
    resolveEnded = resolve;
  });
  const writer = createRecordingWriter({ path, open, onFailed: () => finish("failed") });
  writer.write(ogg.head(), 0);

  const elapsedMs = (): number => now() - startedAt;

  /** A slot that overlaps with a pause is completely silent: nothing that was said then is kept. */
  const isPaused = (slot: number): boolean => {
    const startMs = slot * FRAME_MS;
    if (pausedAtMs !== undefined && startMs + FRAME_MS > pausedAtMs) return true;
    return marks.some((mark) => startMs + FRAME_MS > mark.offsetMs && startMs < mark.offsetMs + mark.durationMs);
  };

  const advance = (to: number): void => {
    for (; slots < to; slots += 1) {
      const isSilent = isPaused(slots);
      const page = ogg.add(tracks.map((track) => (isSilent ? track.skip() : track.next())));
      if (page !== undefined) writer.write(page.bytes, page.endMs);
    }
  };

  const endPause = (atMs: number): void => {
    if (pausedAtMs === undefined) return;
    marks.push({ offsetMs: Math.round(pausedAtMs), durationMs: Math.round(atMs - pausedAtMs) });
    pausedAtMs = undefined;
  };

  const finish = (how: "stopped" | "failed", keepMs?: number): void => {
    if (!isOpen) return;
    const nowMs = elapsedMs();
    const soundMs = Math.max(...tracks.map(({ endMs }) => endMs));
    // After a burst with a late first packet, audio can be ahead of now; less than a frame ahead is only the grid of slots.
    const durationMs = pausedAtMs === undefined && soundMs > nowMs + FRAME_MS ? soundMs : nowMs;
    if (how === "stopped") {
      // Before the pause is closed: the rest of it must stay silent.
      advance(packetsFor(durationMs));
      const page = ogg.end(durationMs);
      writer.write(page.bytes, page.endMs);
    }
    isOpen = false;
    endPause(nowMs);
    for (const track of tracks) track.close();
    void settle(keepMs).then(resolveEnded);
  };

  const settle = async (keepMs: number | undefined): Promise<RecordedSound> => {
    const written = await writer.close();
    const { failure } = written;
    const cutTo = failure === undefined && keepMs !== undefined && keepMs < written.endMs ? keepMs : undefined;
    // A file that cannot be cut stays unchanged.
    const { bytes, endMs } =
      (cutTo === undefined ? undefined : await cut(path, cutTo).catch(() => undefined)) ?? written;
    return {
      durationMs: endMs,
      bytes,
      marks: marks.filter(({ offsetMs }) => offsetMs < endMs),
      ...(failure === undefined ? {} : { failure }),
    };
  };

  /** An error in a recording must not end the call, or other calls of this worker. */
  const guarded = (run: () => void): void => {
    try {
      if (isOpen) run();
    } catch (error) {
      writer.fail(error);
    }
  };
  const take = (track: Track | undefined, packet: TrackPacket): void =>
    guarded(() => {
      if (pausedAtMs === undefined) track?.take(packet, elapsedMs());
    });

  return {
    ended,
    said: (packet) => take(said, packet),
    heard: (packet) => take(heard, packet),
    beat: () =>
      guarded(() => {
        const due = Math.floor((elapsedMs() - HELD_BACK_MS) / FRAME_MS);
        advance(Math.min(due, ...tracks.map((track) => track.beat())));
      }),
    pause: (paused) => {
      if (!isOpen) return;
      if (paused) pausedAtMs ??= elapsedMs();
      else endPause(elapsedMs());
    },
    stop: (keepMs) => guarded(() => finish("stopped", keepMs)),
  };
}
