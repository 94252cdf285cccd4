/** INVITE with Replaces (RFC 3891): the caller's new leg takes the place of one of the same user's (rule CALL-34). */
import type { ServerTransaction } from "@callpanel/sip";
import type { Log } from "../ports.ts";
import type { CallRegister } from "./call-register.ts";
import type { CallerLeg } from "./caller-leg.ts";
import type { LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";
import { NO_MEDIA } from "./offer.ts";

export type ReplaceLeg = (caller: CallerLeg, old: Leg, transaction: ServerTransaction) => Promise<void>;

const NOT_YOURS: LegReason = { status: 403, text: "Not your call" };
const NOT_THERE: LegReason = { status: 481, text: "Call/Transaction Does Not Exist" };

export function createReplacing({ register, log }: { readonly register: CallRegister; readonly log: Log }): ReplaceLeg {
  return async (caller, old, transaction) => {
    const call = register.callOf(old);
    const fail = (reason: LegReason): void => caller.leg.send({ kind: "hangUp", reason });
    if (call === undefined) return fail(NOT_THERE);
    if (old.user.id !== caller.leg.user.id) return fail(NOT_YOURS);
    try {
      const { direction } = await caller.fit(call.codec === undefined ? undefined : [call.codec]);
      if (transaction.cancelled || caller.leg.state.phase === "ended") return;
      register.claim(caller.leg, call);
      if (!call.replace(old, caller.leg, direction)) fail(NOT_THERE);
    } catch (error) {
      log.warn("a replacing leg does not fit", { call: call.id, error: String(error) });
      fail(NO_MEDIA);
    }
  };
}
