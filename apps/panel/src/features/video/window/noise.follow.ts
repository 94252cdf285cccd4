/** NOISE-8: the softphone and the meeting have one choice about background noise. */
import type { Capture, CaptureState } from "@callpanel/meeting";
import type { NoiseState, Webphone, WebphoneSnapshot } from "@callpanel/webphone";
import type { SlotOf } from "../../../shared/phone/softphone.ts";
import type { Readable } from "../../../shared/store.ts";

/** What of the softphone is needed here. */
export interface NoisePhone {
  readonly phone: Pick<Webphone, "setNoiseReduction" | "subscribe"> & {
    getSnapshot(): Pick<WebphoneSnapshot, "noise" | "state">;
  };
}

export interface NoiseFollowDeps {
  readonly softphone: Readable<SlotOf<NoisePhone>>;
  readonly capture: Readable<Pick<CaptureState, "noise">> & Pick<Capture, "reduceNoise">;
}

/** The phone's choice is the meeting's, and a change of either is the other's. @returns a stop function */
export function followNoise({ softphone, capture }: NoiseFollowDeps): () => void {
  let ofPhone: boolean | undefined;
  let ofMeeting = wantedOf(capture.get().noise);
  /** Only a change is followed: another tab's phone repeats the old choice until it has taken the new one. */
  const lookAtPhone = (): void => {
    const wanted = choiceOf(softphone.get());
    if (wanted === undefined || wanted === ofPhone) return;
    ofPhone = wanted;
    if (wanted === wantedOf(capture.get().noise)) return;
    ofMeeting = wanted;
    capture.reduceNoise(wanted);
  };
  const lookAtMeeting = (): void => {
    const wanted = wantedOf(capture.get().noise);
    if (wanted === ofMeeting) return;
    ofMeeting = wanted;
    const slot = softphone.get();
    if (slot.kind === "ready") slot.softphone.phone.setNoiseReduction(wanted ? "on" : "off");
  };
  let leavePhone = (): void => undefined;
  const followPhone = (): void => {
    leavePhone();
    const slot = softphone.get();
    leavePhone = slot.kind === "ready" ? slot.softphone.phone.subscribe(lookAtPhone) : () => undefined;
    lookAtPhone();
  };
  followPhone();
  const leaves = [softphone.subscribe(followPhone), capture.subscribe(lookAtMeeting)];
  return () => {
    leavePhone();
    for (const leave of leaves) leave();
  };
}

const wantedOf = (noise: NoiseState): boolean => noise !== "off" && noise !== "unsupported";

/** Undefined: not known. A phone of another tab reports nothing before that tab does, and is not registered until then. */
function choiceOf(slot: SlotOf<NoisePhone>): boolean | undefined {
  if (slot.kind !== "ready") return undefined;
  const { noise, state } = slot.softphone.phone.getSnapshot();
  return state === "registered" && noise !== "unsupported" ? wantedOf(noise) : undefined;
}
