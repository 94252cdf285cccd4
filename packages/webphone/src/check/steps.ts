/** The steps of a check, fetched when the first is asked for. */
import { ECHO_TEST_ADDRESS } from "@callpanel/contract";
import type { PanelErrorCode, FeatureCode } from "@callpanel/contract";
import { openMicrophone } from "../calls/microphone-access.ts";
import type { SoundCount } from "../model/quality.ts";
import type { Ear } from "../ports/probe.port.ts";
import type { CallSession, SessionEvent } from "../ports/user-agent.port.ts";
import type { CheckDeps } from "./check-deps.ts";
import { CHECK_TONE_HZ, isAudible, isTone, judge } from "./check.model.ts";
import type { CheckFault, CheckFigures, CheckSnapshot, CheckStep } from "./check.model.ts";

export const MICROPHONE_MS = 1_200;
export const REGISTER_WAIT_MS = 5_000;
export const NETWORK_WAIT_MS = 10_000;
/** The beep of the echo test comes first. */
export const TONE_WAIT_MS = 6_000;
export const MEASURE_MS = 4_000;
const LOOK_EVERY_MS = 50;
const COUNT_EVERY_MS = 500;
/** The beep of the echo test, and silence after it: the tone begins when it is over. */
const BEEP_MS = 700;

/** Each in turn; the verdict, or the step that failed. */
export async function runSteps(bench: Bench): Promise<CheckSnapshot> {
  let step: CheckStep = "microphone";
  let figures: CheckFigures = {};
  const noted: Bench = {
    ...bench,
    at: (next, more = {}) => {
      // The result is no longer awaited: nothing further is opened or called.
      if (bench.isOver()) throw new Failed(step, "lost");
      step = next;
      figures = { ...figures, ...more };
      bench.at(next, figures);
    },
  };
  try {
    await checkMicrophone(noted);
    await checkRegistration(noted);
    const call = await checkNetwork(noted);
    return await checkSound(noted, call, () => figures);
  } catch (error) {
    const failed = error instanceof Failed ? error : new Failed(step, "lost");
    return { phase: "failed", step: failed.step, fault: failed.fault, figures };
  }
}

class Failed extends Error {
  readonly step: CheckStep;
  readonly fault: CheckFault;
  constructor(step: CheckStep, fault: CheckFault) {
    super(`${step}: ${fault}`);
    this.step = step;
    this.fault = fault;
  }
}

const MICROPHONE_FAULTS: Partial<Readonly<Record<PanelErrorCode, CheckFault>>> = {
  "sipua.error.micDenied": "micDenied",
  "sipua.error.micNotFound": "micNotFound",
};

export interface Bench extends CheckDeps {
  /** Undone when the check ends, however it ends. */
  keep(undo: () => void): void;
  isOver(): boolean;
  at(step: CheckStep, figures?: CheckFigures): void;
  pause(ms: number): Promise<void>;
}

/** Whether it opens, and how loud its loudest moment is. */
async function checkMicrophone({ microphones, probe, input, clock, at, pause, keep, isOver }: Bench): Promise<void> {
  at("microphone");
  const result = await openMicrophone(microphones, input());
  if (!result.ok) throw new Failed("microphone", MICROPHONE_FAULTS[result.code] ?? "micFailed");
  const ear = probe.listen(result.stream);
  const close = once(() => {
    ear.close();
    microphones.close(result.stream);
  });
  keep(close);
  let microphoneDb = -Infinity;
  for (const until = clock.now() + MICROPHONE_MS; clock.now() < until && !isOver();) {
    await pause(LOOK_EVERY_MS);
    microphoneDb = Math.max(microphoneDb, ear.look().levelDb);
  }
  close();
  at("registration", { microphoneDb });
}

async function checkRegistration({ clock, isReady, at, pause, isOver }: Bench): Promise<void> {
  at("registration");
  for (const until = clock.now() + REGISTER_WAIT_MS; !isReady() && !isOver(); await pause(LOOK_EVERY_MS))
    if (clock.now() >= until) throw new Failed("registration", "notRegistered");
}

interface EchoCall {
  readonly session: CallSession;
  readonly ear: Ear;
  sound(): void;
  /** Once it has ended by itself, or lost its way. */
  isLost(): boolean;
}

/** The call itself: the phone system answers, and its sound finds a way. */
async function checkNetwork(bench: Bench): Promise<EchoCall> {
  const { clock, probe, agent, featureCodes, at, pause, keep, isOver } = bench;
  at("network");
  const via = agent();
  if (!via) throw new Failed("registration", "notRegistered");
  const tone = probe.tone(CHECK_TONE_HZ);
  keep(tone.close);
  let stream: MediaStream | undefined;
  let stage: "asked" | "answered" | "lost" | "refused" = "asked";
  const listener = (event: SessionEvent): void => {
    if (event.kind === "remoteSound") stream = event.stream;
    if (event.kind === "accepted") stage = "answered";
    if (event.kind === "path" && event.path === "down") stage = "lost";
    if (event.kind === "ended") stage = stage === "asked" && event.end.statusCode !== undefined ? "refused" : "lost";
  };
  const session = via.call(echoNumber(featureCodes()), tone.stream, listener);
  keep(() => {
    if (stage !== "refused") session.terminate();
  });
  const state = () => ({ stage, stream });
  for (const until = clock.now() + NETWORK_WAIT_MS; !isOver(); await pause(LOOK_EVERY_MS)) {
    const now = state();
    if (now.stage === "refused" || now.stage === "lost")
      throw new Failed("network", now.stage === "refused" ? "refused" : "lost");
    if (now.stage === "answered" && now.stream && (await session.countSound().catch(() => undefined))) break;
    if (clock.now() >= until) throw new Failed("network", now.stage === "answered" ? "lost" : "noAnswer");
  }
  if (!stream) throw new Failed("network", "lost");
  const ear = probe.listen(stream);
  keep(ear.close);
  return { session, ear, sound: tone.sound, isLost: () => state().stage !== "answered" };
}

/** The tone goes out, comes back, and is looked at for a while. */
async function checkSound(
  { clock, at, pause, isOver }: Bench,
  { session, ear, sound, isLost }: EchoCall,
  figures: () => CheckFigures,
): Promise<CheckSnapshot> {
  at("sound");
  await pause(BEEP_MS);
  sound();
  const sentAt = clock.now();
  let loudest = ear.look();
  for (const until = sentAt + TONE_WAIT_MS; !isTone(loudest) && !isOver();) {
    if (isLost()) throw new Failed("network", "lost");
    if (clock.now() >= until) throw new Failed("sound", isAudible(loudest) ? "otherSound" : "noSound");
    await pause(LOOK_EVERY_MS);
    loudest = ear.look();
  }
  at("sound", { echoMs: clock.now() - sentAt, levelDb: loudest.levelDb, frequencyHz: loudest.frequencyHz });
  const counts: SoundCount[] = [];
  let looks = 0;
  let present = 0;
  let countAt = clock.now();
  for (const until = clock.now() + MEASURE_MS; clock.now() < until && !isOver();) {
    if (isLost()) throw new Failed("network", "lost");
    if (clock.now() >= countAt) {
      countAt += COUNT_EVERY_MS;
      const count = await session.countSound().catch(() => undefined);
      if (count) counts.push(count);
    }
    await pause(LOOK_EVERY_MS);
    looks += 1;
    if (isTone(ear.look())) present += 1;
  }
  return judge({ figures: figures(), looks, present, counts });
}

/** FEATURE-8: the company's code for the echo test; without one, its address. */
const echoNumber = (featureCodes: readonly FeatureCode[]): string =>
  featureCodes.find(({ name }) => name === "echo")?.code ?? ECHO_TEST_ADDRESS;

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
