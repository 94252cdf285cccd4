/** One microphone being cleaned: sent once clean sound surely comes, given up when it stops coming or comes too slowly. */
import type { NoiseWiring } from "@callpanel/webphone";
import type { Clock } from "../clock.ts";

export interface Cleaner {
  /** The clean sound. */
  readonly sound: MediaStream;
  /** How much sound has been made. */
  madeMs(): number;
  close(): void;
}

export interface CleaningDeps {
  readonly clock: Clock;
  /** Resolves when clean sound has come out; until `isStopped`. Rejects when it cannot. `onBroken`: it has ended by itself. */
  readonly open: (microphone: MediaStream, watch: { isStopped(): boolean; onBroken(): void }) => Promise<Cleaner>;
}

/** Loaded, compiled and proved within this time, or it does not work here. */
export const START_WITHIN_MS = 15_000;
export const LOOK_EVERY_MS = 1_000;
/** A look that is this late says nothing: the computer slept. */
const LATE_MS = 3_000;
/** Of the sound of a second. Less was made: the rest is gaps. */
const LEAST_SHARE = 0.8;
const BAD_LOOKS = 3;

/** @returns stop */
export function createCleaning(
  { clock, open }: CleaningDeps,
  microphone: MediaStream,
  { send, tell }: NoiseWiring,
): () => void {
  let isStopped = false;
  let cleaner: Cleaner | undefined;
  let cancel = (): void => undefined;

  const stop = (): void => {
    isStopped = true;
    cancel();
    cleaner?.close();
  };
  const fail = (fault: "blocked" | "slow"): void => {
    if (isStopped) return;
    isStopped = true;
    cancel();
    const back = cleaner ? send(microphone) : Promise.resolve();
    void back
      .catch(() => undefined) // the call has ended meanwhile
      .then(() => {
        cleaner?.close();
        tell(fault);
      });
  };
  const look = (made: Cleaner, before: { readonly at: number; readonly madeMs: number }, bad: number): void => {
    cancel = clock.setTimeout(() => {
      const now = { at: clock.now(), madeMs: made.madeMs() };
      const passedMs = now.at - before.at;
      const isTold = passedMs > 0 && passedMs < LATE_MS;
      const isBad = isTold && now.madeMs - before.madeMs < passedMs * LEAST_SHARE;
      if (isBad && bad + 1 >= BAD_LOOKS) return fail("slow");
      look(made, now, isBad ? bad + 1 : 0);
    }, LOOK_EVERY_MS);
  };
  const start = async (): Promise<void> => {
    const made = await open(microphone, { isStopped: () => isStopped, onBroken: () => fail("blocked") });
    if (isStopped) return made.close();
    cancel();
    cleaner = made;
    await send(made.sound);
    if (isStopped) return;
    tell("working");
    look(made, { at: clock.now(), madeMs: made.madeMs() }, 0);
  };
  cancel = clock.setTimeout(() => fail("blocked"), START_WITHIN_MS);
  start().catch(() => fail("blocked"));
  return stop;
}
