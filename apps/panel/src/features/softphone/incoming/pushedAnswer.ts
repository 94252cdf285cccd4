import type { Webphone } from "@callpanel/webphone";
import type { Clock } from "../../../shared/clock.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import type { SoftphoneDeps } from "../../../shared/phone/softphone.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Words } from "../../../shared/words/words.ts";
import { isOffered } from "../softphone.model.ts";

/** CALL-121, as the webphone names it. */
const PUSHED_CALL = "x-pushed-call";
/** A call that still rings comes right after the registration. */
export const RINGS_WITHIN_MS = 5_000;
/** A call does not ring longer; the phone may take its time to register. */
export const WAITS_MS = 60_000;

export interface PushedAnswerDeps extends Pick<SoftphoneDeps, "loadWorker"> {
  readonly phone: Pick<Webphone, "getSnapshot" | "subscribe" | "onEvent">;
  readonly answer: (callId: string) => void;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly words: Readable<Words>;
}

/** PUSH-25: a call that the person has answered from its notification is answered as soon as it rings here. @returns a stop function */
export function joinPushedAnswer({ phone, answer, loadWorker, clock, notices, words }: PushedAnswerDeps): () => void {
  let isStopped = false;
  let wanted: string | null = null;
  let timers: ReadonlyArray<() => void> = [];
  let isRegistered = false;
  let deafen: () => void = () => undefined;

  const forget = () => {
    wanted = null;
    isRegistered = false;
    for (const cancel of timers) cancel();
    timers = [];
  };
  const giveUp = () => {
    forget();
    notices.error(words.get().error("sipua.error.ended"));
  };
  const giveUpAfter = (ms: number) => {
    timers = [...timers, clock.setTimeout(giveUp, ms)];
  };
  const look = () => {
    if (wanted === null) return;
    const { calls } = phone.getSnapshot();
    const call = calls.find((one) => isOffered(one) && one.headers?.[PUSHED_CALL] === wanted);
    if (call === undefined) return;
    forget();
    answer(call.id);
  };
  const awaitRinging = () => {
    if (wanted === null || isRegistered || phone.getSnapshot().state !== "registered") return;
    isRegistered = true;
    giveUpAfter(RINGS_WITHIN_MS);
  };
  const start = async () => {
    const worker = await loadWorker();
    if (worker === undefined || isStopped) return;
    const ask = async () => {
      const callId = await worker.takeAnswered();
      if (callId === null || isStopped) return;
      forget();
      wanted = callId;
      giveUpAfter(WAITS_MS);
      awaitRinging();
      look();
    };
    deafen = worker.onAnswered(() => void ask().catch(() => undefined));
    await ask();
  };
  const leave = phone.subscribe(awaitRinging);
  // Not at the change of the snapshot: a call can be answered only after it was announced.
  const deafenPhone = phone.onEvent(({ kind }) => {
    if (kind === "incomingCall") look();
  });
  // Without a worker there are no notifications to answer from.
  start().catch(() => undefined);
  return () => {
    isStopped = true;
    leave();
    deafenPhone();
    deafen();
    forget();
  };
}
