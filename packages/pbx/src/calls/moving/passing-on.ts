/**
 * One side of a conversation is sent on while the other waits until the destination is reached: blind transfer, and
 * `redirect` of one leg.
 */
import type { DirectoryUser } from "@callpanel/phone-port";
import type { CallRegister } from "../call/call-register.ts";
import type { Call, MoveWatcher } from "../call/call.port.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Leg } from "../leg/leg.port.ts";
import { LAST_WAY, type Moves } from "../call/moves.port.ts";

/** Called for each step with a SIP status; the last one is final. */
export type Notify = (progress: LegReason) => void;

export interface Passing {
  readonly call: Call;
  /** The leg that is sent on. */
  readonly leg: Leg;
  /** The number is resolved with their rights. They are rung if the call reaches no one and no other leg waits any more. */
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
    call.part(leg, { how: "blind", to: dialled, by: by.id });
    moves.sendOn(leg, { kind: "number", dialled, by, codec }, watch(passing, tell));
  };
}
