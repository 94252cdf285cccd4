/**
 * A person without a registered phone is rung while one of their phones is woken by push (rules CALL-120 to CALL-125): the
 * call waits, and the phone that registers gets its INVITE.
 */
import type { HeaderField } from "@callpanel/sip";
import type { DirectoryUser, Log, Waking, Woken } from "@callpanel/phone-port";
import type { Binding } from "../../registrar/bindings.ts";
import type { PhoneSettings } from "../../settings.ts";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { RingDesk, RingPlan } from "../call/ring-plan.port.ts";
import type { LegId } from "../bridge/bridge.state.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { statusOf } from "../leg/gone-cause.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { partyOf } from "../leg/leg.ts";
import { isByHand, refusalOf } from "../leg/refusal.ts";
import type { Admission } from "./admission.ts";
import { DECLINED, pushedCall } from "./notified.ts";

export interface WakeUpDeps {
  /** Absent: no phone can be woken. */
  readonly waking?: Waking | undefined;
  readonly register: Pick<CallRegister, "awaitPhone">;
  readonly admission: Pick<Admission, "ofPerson">;
  readonly settings: Pick<PhoneSettings, "noAnswerMs">;
  readonly log: Log;
}

export interface Sleeping {
  readonly arrival: Omit<Arrival, "by">;
  readonly user: DirectoryUser;
  /** Do not disturb and limits do not count. */
  readonly anyway: boolean;
  /** What the caller hears if no phone can be woken. */
  readonly refused: LegReason;
  /** Legs for the phones, with these headers in their INVITE. */
  open(headers: readonly HeaderField[], among?: readonly Binding[]): readonly CalleeLeg[];
}

export function createWakeUp({ waking, register, admission, settings, log }: WakeUpDeps) {
  const wakeUp = async (port: Waking, { arrival, user, ...sleeping }: Sleeping): Promise<void> => {
    const { call, caller } = arrival;
    const { shown } = caller.leg;
    const open = (among?: readonly Binding[]) => sleeping.open(pushedCall(call), among);
    const plan = createWakePlan({ user, open, absent: sleeping.refused, limitMs: settings.noAnswerMs });
    let woken: Woken | undefined;
    try {
      const from = { name: shown.name, number: shown.number };
      woken = await port.wake({
        id: call.id,
        userId: user.id,
        from,
        rings: false,
        decline: plan.decline,
        giveUp: plan.giveUp,
      });
    } catch (error) {
      log.warn("a phone could not be woken", { call: call.id, user: user.id, error: String(error) });
    }
    // Other calls may have come while it was asked.
    const refused = woken === undefined ? sleeping.refused : busy(user, arrival, sleeping.anyway);
    if (!call.live || refused !== undefined) {
      woken?.over("missed");
      return call.refuse(partyOf(user), refused ?? sleeping.refused);
    }
    try {
      const first = open();
      register.awaitPhone(user.id, call);
      call.ring(partyOf(user), first, { more: () => [], plan: plan.begun(first, woken) });
    } catch (error) {
      log.error("a call could not wait for a phone", { call: call.id, error: String(error) });
      woken?.over("missed");
      call.refuse(partyOf(user), refusalOf(500));
    }
  };
  const busy = (user: DirectoryUser, { caller }: Sleeping["arrival"], anyway: boolean): LegReason | undefined =>
    anyway ? undefined : admission.ofPerson(user, caller.leg.user.id);

  return (sleeping: Sleeping): void | Promise<void> => {
    const { arrival, user, anyway, refused } = sleeping;
    if (waking === undefined || !user.mayUseSoftphone || busy(user, arrival, anyway) !== undefined)
      return arrival.call.refuse(partyOf(user), refused);
    return wakeUp(waking, sleeping);
  };
}

interface WakePlanParts {
  readonly user: DirectoryUser;
  open(among: readonly Binding[]): readonly CalleeLeg[];
  /** What the caller hears if no phone can be woken. */
  readonly absent: LegReason;
  readonly limitMs: number;
}

/** Rings the phones that register until one answers, the person refuses, or the ringing time is over. */
function createWakePlan({ user, open, absent, limitMs }: WakePlanParts) {
  const legs = new Set<LegId>();
  let desk: RingDesk | undefined;
  /** Why it ends, if that was found out before it rings. */
  let ending: LegReason | undefined;
  let isDeclined = false;
  let isOver = false;

  const end = (reason: LegReason): void => {
    ending = reason;
    desk?.decline(reason);
  };
  const decline = (): void => {
    if (isOver) return;
    isDeclined = true;
    end(DECLINED);
  };
  const giveUp = (): void => {
    if (!isOver && legs.size === 0) end(absent);
  };
  const seat = (opened: readonly CalleeLeg[]): readonly CalleeLeg[] => {
    for (const { leg } of opened) legs.add(leg.id);
    return opened;
  };
  const begun = (first: readonly CalleeLeg[], woken: Woken | undefined): RingPlan => {
    seat(first);
    return {
      others: "told",
      alerts: true,
      limitMs,
      begin: (given) => {
        desk = given;
        if (ending !== undefined) desk.decline(ending);
      },
      gone: (leg, cause) => {
        // A page that is loaded again comes back, and other devices may still answer the push.
        if (!legs.delete(leg) || cause.kind === "connectionLost") return;
        const status = statusOf(cause);
        isDeclined ||= isByHand(status);
        // A 6xx speaks for all phones of the person (RFC 3261 §16.7 step 5).
        const ended = status >= 600 ? [...legs] : [];
        for (const one of ended) legs.delete(one);
        if (ended.length > 0) desk?.withdraw(ended);
        if (legs.size === 0) desk?.exhausted(false);
      },
      asks: () => false,
      more: (binding) => (binding.user.id === user.id ? seat(open([binding])) : []),
      end: ({ how }) => {
        isOver = true;
        woken?.over(how !== "over" || isDeclined ? "handled" : "missed");
      },
    };
  };
  return { decline, giveUp, begun };
}
