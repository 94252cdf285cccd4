/**
 * A person's own phones. Of their settings only do not disturb and call waiting count here (rules CALL-2, CALL-6,
 * CALL-9, CALL-10).
 */
import type { HeaderField } from "@callpanel/sip";
import type { DirectoryUser } from "@callpanel/phone-port";
import type { Binding } from "../../registrar/bindings.ts";
import type { Admission } from "./admission.ts";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import { partyOf } from "../leg/leg.ts";
import type { OpenLegs } from "../leg/phones.ts";
import { createNotifyPerson, followNotified, pushedCall, type NotifyPerson } from "./notified.ts";
import { shownInside } from "./shown-caller.ts";
import type { Opening } from "../call/sound/sound.ts";
import { createWakeUp, type Sleeping, type WakeUpDeps } from "./wake-up.ts";

export interface OwnPhonesDeps extends Omit<WakeUpDeps, "register" | "admission"> {
  readonly realm: string;
  readonly openLegs: OpenLegs;
  readonly register: CallRegister;
  readonly admission: Admission;
}

/** Only these phones ring, and they are asked to answer automatically. */
export interface AnswersItself {
  readonly opening: Opening;
  readonly phones: readonly Binding[];
}

export interface OwnPhones {
  /**
   * Rings them, or wakes them if none is registered. `anyway`: regardless of do not disturb and of limits. A promise does
   * not reject.
   */
  reach(arrival: Omit<Arrival, "by">, user: DirectoryUser, how?: AnswersItself | "anyway"): void | Promise<void>;
  /** Notifies phones of theirs that sleep, besides those that ring. */
  readonly notify: NotifyPerson;
  /** A leg for a phone that has registered while the call rings; it may have been woken. */
  openLate(arrival: Omit<Arrival, "by">, binding: Binding, how: LateParts): readonly CalleeLeg[];
  /** Opens legs for all or some of them. From now on the legs belong to the call. */
  open(arrival: Omit<Arrival, "by">, user: DirectoryUser, how?: Opened): readonly CalleeLeg[];
}

interface Opened {
  readonly headers?: readonly HeaderField[];
  readonly among?: readonly Binding[];
  /** The name of the caller that they show. */
  readonly named?: string | undefined;
}

export interface LateParts extends Pick<Opened, "named"> {
  readonly user: DirectoryUser;
}

export function createOwnPhones({ openLegs, register, admission, realm, ...deps }: OwnPhonesDeps): OwnPhones {
  const notify = createNotifyPerson(deps);
  const wakeUp = createWakeUp({ ...deps, register, admission });
  const answerNow: HeaderField = ["Call-Info", `<sip:${realm}>;answer-after=0`];

  const open: OwnPhones["open"] = (arrival, user, { headers = [], among, named } = {}) => {
    const { call, hops, referredBy } = arrival;
    const shown = shownInside(arrival, realm, named);
    const legs = openLegs(user, {
      ...shown,
      maxForwards: hops,
      referredBy,
      headers: [...call.screenPop.headers(), ...(shown.headers ?? []), ...headers],
      except: call.caller.connection,
      near: call.caller.port,
      among,
    });
    for (const { leg } of legs) register.claim(leg, call);
    return legs;
  };

  const openLate: OwnPhones["openLate"] = (arrival, binding, { user, named }) =>
    open(arrival, user, { named, among: [binding], headers: pushedCall(arrival.call) });

  return {
    open,
    openLate,
    notify,
    reach: (arrival, user, how) => {
      const { call, caller } = arrival;
      const callee = partyOf(user);
      const absent = admission.ofPhones(user);
      if (absent !== undefined) {
        const openAwake: Sleeping["open"] = (headers, among) => open(arrival, user, { headers, among });
        return wakeUp({ arrival, user, anyway: how === "anyway", refused: absent, open: openAwake });
      }
      const refused = how === "anyway" ? undefined : admission.ofPerson(user, caller.leg.user.id);
      if (refused !== undefined) return call.refuse(callee, refused);
      const asked = how === "anyway" ? undefined : how;
      const candidates = open(arrival, user, asked && { headers: [answerNow], among: asked.phones });
      register.occupy(user.id, call);
      // A phone that registers later rings as for any call: its page may have been reloaded during an intercom call.
      call.ring(callee, candidates, {
        opening: asked?.opening,
        more: (one) => (one.user.id === user.id ? openLate(arrival, one, { user }) : []),
        // A phone that answers by itself has the call before another one could wake up.
        follower:
          asked === undefined
            ? followNotified((decline) => notify({ callId: call.id, user, from: caller.leg.shown, decline }))
            : undefined,
      });
    },
  };
}
