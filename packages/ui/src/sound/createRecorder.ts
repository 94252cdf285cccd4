import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import { NOTHING_RECORDED, faultOf, stepRecorder } from "./recorder.model.ts";
import type { RecorderState } from "./recorder.model.ts";
import { encodeWav, mixDown } from "./wav.ts";

/** An open microphone that is being recorded. */
export interface Tape {
  /** From 0 (silence) to 1, now. */
  level(): number;
  /** Closes the microphone and returns the recording, in the browser's format. */
  stop(): Promise<Blob>;
  /** Closes it and discards the recording. */
  discard(): void;
}

export interface RecorderDeps {
  /** Rejects with the browser's own error; null if the browser cannot record. */
  readonly openTape: (() => Promise<Tape>) | null;
  /** The samples of each channel at a rate. */
  readonly decode: (sound: Blob, rateHz: number) => Promise<readonly Float32Array[]>;
  readonly clock: { now(): number; setTimeout(run: () => void, ms: number): () => void };
  /** After this many seconds the recording ends automatically. */
  readonly maxSeconds: number;
  readonly rateHz: number;
  /** With `.wav` at its end. */
  readonly fileName: string;
}

export interface Recorder extends Readable<RecorderState> {
  record(): void;
  finish(): void;
  discard(): void;
  /** Closes the microphone and discards the recording. */
  stop(): void;
}

const READ_EVERY_MS = 80;

/** The microphone as a mono 16-bit WAV file. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { openTape, decode, clock, maxSeconds, rateHz, fileName } = deps;
  const store = createStore(NOTHING_RECORDED, stepRecorder);
  let tape: Tape | null = null;
  let cancel = (): void => undefined;
  /** The late result of an earlier attempt is ignored. */
  let attempt = 0;

  const drop = () => {
    attempt += 1;
    cancel();
    tape?.discard();
    tape = null;
  };
  const follow = (open: Tape, since: number) => {
    const seconds = (clock.now() - since) / 1_000;
    store.dispatch({ type: "heard", seconds: Math.min(seconds, maxSeconds), level: open.level() });
    if (seconds >= maxSeconds) void finish();
    else cancel = clock.setTimeout(() => follow(open, since), READ_EVERY_MS);
  };
  const record = async () => {
    drop();
    const own = attempt;
    if (openTape === null) return store.dispatch({ type: "refused", fault: "unsupported" });
    store.dispatch({ type: "asked" });
    try {
      const open = await openTape();
      if (own !== attempt) return open.discard();
      tape = open;
      follow(open, clock.now());
    } catch (error) {
      if (own === attempt) store.dispatch({ type: "refused", fault: faultOf(error) });
    }
  };
  const finish = async () => {
    const open = tape;
    if (open === null) return;
    const own = attempt;
    tape = null;
    cancel();
    store.dispatch({ type: "stopped" });
    try {
      const samples = mixDown(await decode(await open.stop(), rateHz)).subarray(0, maxSeconds * rateHz);
      if (own !== attempt) return;
      const file = new File([encodeWav({ samples, rateHz })], fileName, { type: "audio/wav" });
      store.dispatch({ type: "made", file, seconds: samples.length / rateHz });
    } catch {
      if (own === attempt) store.dispatch({ type: "refused", fault: "failed" });
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    record: () => void record(),
    finish: () => void finish(),
    discard() {
      drop();
      store.dispatch({ type: "discarded" });
    },
    stop: drop,
  };
}
