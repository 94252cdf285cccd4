/** One side of a conversation is sent on, the other waits until somebody is reached: blind transfer, and one leg of `redirect`. */
import type { DirectoryUser } from "@callpanel/phone-port";
import type { CallRegister } from "./call-register.ts";
import type { Call, MoveWatcher } from "./call.port.ts";
import type { LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";
import { LAST_WAY, type Moves } from "./moves.port.ts";

/** Told each step as a SIP status; the last is final. */
export type Notify = (progress: LegReason) => void;

export interface Passing {
  readonly call: Call;
  /** Who is sent on. */
  readonly leg: Leg;
  /** By whose rights the number is resolved; they are rung where nobody is reached and nobody waits any more. */
  readonly by: DirectoryUser;
}

export type PassOn = (passing: Passing, dialled: string, tell: Notify) => void;

const RINGING: LegReason = { status: 180, text: "Ringing" };
const DONE: LegReason = { status: 200, text: "OK" };
const CALLER_GONE: LegReason = { status: 487, text: "Request Terminated" };

export function createPassOn({ moves, register }: { readonly moves: Moves; readonly register: CallRegister }): PassOn {
  const watch = ({ call, by }: Passing, tell: Notify): MoveWatcher => {
    const { codec } = call;
    let settled = false;
    return {
      rang: () => tell(RINGING),
      answered: () => {
        settled = true;
        tell(DONE);
        call.settle();
      },
      handBack: (reason, leg) => {
        settled = true;
        tell(reason);
        if (call.takeBack(leg)) register.claim(leg, call);
        else moves.sendOn(leg, { kind: "user", user: by, codec }, LAST_WAY);
      },
      lost: (cause) => {
        if (settled) return;
        tell(CALLER_GONE);
        call.lose(cause);
      },
    };
  };

  return (passing, dialled, tell) => {
    const { call, leg, by } = passing;
    const { codec } = call;
    call.part(leg);
    moves.sendOn(leg, { kind: "number", dialled, by, codec }, watch(passing, tell));
  };
}
