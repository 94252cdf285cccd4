/**
 * INVITE with Replaces (RFC 3891): the caller's new leg replaces a leg of the same user (rules CALL-34, CALL-70 to
 * CALL-74).
 */
import type { ServerTransaction } from "@callpanel/sip";
import type { Log } from "@callpanel/phone-port";
import type { CallRegister } from "../call/call-register.ts";
import type { Call } from "../call/call.port.ts";
import type { CallerLeg, Fitted } from "../leg/caller-leg.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { partyOf } from "../leg/leg.ts";
import type { Leg } from "../leg/leg.port.ts";
import { NO_MEDIA } from "../leg/offer.ts";

export type ReplaceLeg = (caller: CallerLeg, old: Leg, transaction: ServerTransaction) => Promise<void>;

const NOT_YOURS: LegReason = { status: 403, text: "Not your call" };
const NOT_THERE: LegReason = { status: 481, text: "Call/Transaction Does Not Exist" };

export function createReplacing({ register, log }: { readonly register: CallRegister; readonly log: Log }): ReplaceLeg {
  const fail = ({ leg }: CallerLeg, reason: LegReason): void => leg.send({ kind: "hangUp", reason });

  /** A ringing phone is answered on another phone of the same person. */
  const answerElsewhere = (call: Call, caller: CallerLeg, fitted: Fitted): void => {
    const { codec, direction } = fitted;
    if (codec === undefined) return fail(caller, NO_MEDIA);
    call.pickUp(partyOf(caller.leg.user), { leg: caller.leg, fit: () => Promise.resolve({ codec, direction }) });
  };

  return async (caller, old, transaction) => {
    const call = register.callOf(old);
    if (call === undefined) return fail(caller, NOT_THERE);
    if (old.user.id !== caller.leg.user.id) return fail(caller, NOT_YOURS);
    const rings = call.rings(old);
    if (!rings && !call.mayReplace(old)) return fail(caller, NOT_THERE);
    try {
      const wanted = rings ? call.codecs : call.codec === undefined ? undefined : [call.codec];
      const fitted = await caller.fit(caller.codecs === undefined && rings ? [wanted?.[0] ?? "opus"] : wanted);
      if (transaction.cancelled || caller.leg.state.phase === "ended") return;
      if (old.far !== undefined) caller.leg.face(old.far);
      register.claim(caller.leg, call);
      if (rings && call.rings(old)) answerElsewhere(call, caller, fitted);
      else if (!call.replace(old, caller.leg, fitted.direction)) fail(caller, NOT_THERE);
    } catch (error) {
      log.warn("a replacing leg does not fit", { call: call.id, error: String(error) });
      fail(caller, NO_MEDIA);
    }
  };
}
