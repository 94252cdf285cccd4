/**
 * A call of an earlier page is taken back: an INVITE with Replaces (RFC 3891) names its dialog, and the phone system puts
 * this phone in its place. Hold and mute are as they were.
 */
import { isHeld, isSilent } from "../model/call.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { CallSession, DialogId, SessionEvent, UserAgent } from "../ports/user-agent.port.ts";
import type { LiveCall } from "./live-call.ts";
import { openMicrophone } from "./microphone-access.ts";
import type { Refusal } from "./refusal.ts";

export interface ReattachingDeps {
  readonly agent: () => UserAgent | undefined;
  readonly microphones: Microphones;
  readonly input: () => string;
  readonly onRefusal: (refusal: Refusal) => void;
}

/**
 * Resolves when the phone system has taken it; rejects with an Error when another try may help. A call that was hung up
 * meanwhile, or that ends here because there is no microphone, is taken back without one and ended, so that the far end does
 * not wait for it (PHONE-65).
 */
export type Reattach = (live: LiveCall, dialog: DialogId) => Promise<void>;

export function createReattaching({ agent, microphones, input, onRefusal }: ReattachingDeps): Reattach {
  /** Undefined for a call that is over. */
  const microphoneOf = async (live: LiveCall): Promise<MediaStream | undefined> => {
    if (isOver(live)) return undefined;
    const opened = await openMicrophone(microphones, input());
    if (opened.ok) return opened.stream;
    if (isOver(live)) return undefined;
    onRefusal(opened);
    live.step({ kind: "ended", reason: "no-microphone" });
    return undefined;
  };
  return async (live, dialog) => {
    const microphone = await microphoneOf(live);
    const drop = (): void => {
      if (microphone) microphones.close(microphone);
    };
    await new Promise<void>((resolve, reject) => {
      const made: { session?: CallSession } = {};
      let isTaken = false;
      const take = (): void => {
        isTaken = true;
        if (isOver(live)) {
          made.session?.terminate();
          drop();
        } else {
          if (microphone) live.useMicrophone(microphone);
          if (made.session) live.attach(made.session);
        }
        resolve();
      };
      const hear = (event: SessionEvent): void => {
        if (event.kind === "accepted") return take();
        if (isTaken || event.kind !== "ended") return live.handle(event);
        drop();
        if (event.end.statusCode === undefined) return reject(new Error(event.end.cause));
        live.handle(event); // there is no such call any more, or it is not ours
        resolve();
      };
      const direction = isHeld(live.get()) ? "sendonly" : "sendrecv";
      const via = agent();
      if (!via) {
        drop();
        return reject(new Error("the phone was stopped"));
      }
      const number = live.get().number || "anonymous"; // not dialled: Replaces names the dialog
      made.session = via.call(number, microphone, hear, { replaces: dialog, direction });
      if (isOver(live) || isSilent(live.get())) made.session.silence("on");
    });
  };
}

const isOver = (live: LiveCall): boolean => live.get().phase === "ended";
