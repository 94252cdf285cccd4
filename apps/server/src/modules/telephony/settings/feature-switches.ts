import { AppError, canWrite, forwardFault, type FeatureCode, type PermissionModule } from "@callpanel/contract";
import type { Directory, OutsideRight, SwitchOutcome } from "@callpanel/phone-port";
import { checkDestination, type CallHandlings } from "../../call-handling/index.ts";
import type { DialTarget, Subscriber } from "../../directory/index.ts";
import type { Toggles } from "../../toggles/index.ts";

export interface FeatureSwitchDeps {
  readonly realm: string;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly toggles: Pick<Toggles, "flip">;
  readonly subscriber: (userId: number) => Subscriber | undefined;
  readonly find: (realm: string, number: string) => DialTarget | undefined;
  readonly isToggle: (number: string) => boolean;
  readonly isEmergency: (number: string) => boolean;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly outsideRight: (userId: number, number: string) => OutsideRight;
}

export type FeatureSwitches = Required<
  Pick<Directory, "toggleDoNotDisturb" | "setForward" | "toggleForward" | "toggleFollowMe" | "flipToggleDestination">
>;

const NOT_ALLOWED: SwitchOutcome = { ok: false, why: "notAllowed" };
const INCOMPLETE: SwitchOutcome = { ok: false, why: "incomplete" };
const UNKNOWN: SwitchOutcome = { ok: false, why: "unknown" };

/** HANDLE-10: dialled codes change the same settings under the same rules as the settings pages. */
export function createFeatureSwitches(deps: FeatureSwitchDeps): FeatureSwitches {
  const { realm, handlings, toggles, subscriber, find, isEmergency, featureCodes, outsideRight } = deps;
  const may = (userId: number, module: PermissionModule, target?: string): boolean => {
    const person = subscriber(userId);
    return person !== undefined && canWrite(person.rights, module, target ?? String(userId));
  };
  const check = (userId: number, number: string): void =>
    checkDestination({
      userId,
      number,
      find: (one) => find(realm, one),
      handlingOf: handlings.of,
      isEmergency,
      outsideRight,
      featureCodes: featureCodes(),
    });
  const forwardTo = async (userId: number, number: string): Promise<SwitchOutcome> => {
    if (forwardFault(number) !== undefined) return INCOMPLETE;
    try {
      await handlings.change(userId, (one) => {
        check(userId, number);
        return { ...one, forward: { enabled: true, number } };
      });
    } catch (error) {
      if (error instanceof AppError)
        return error.code.startsWith("settings.destination.outside") ? NOT_ALLOWED : UNKNOWN;
      throw error;
    }
    return { ok: true, on: true };
  };

  return {
    toggleDoNotDisturb: async (userId) => {
      if (!may(userId, "do_not_disturb")) return handlings.of(userId).doNotDisturb;
      const after = await handlings.change(userId, (one) => ({ ...one, doNotDisturb: !one.doNotDisturb }));
      return after.doNotDisturb;
    },
    setForward: async (userId, number) => (may(userId, "forward") ? forwardTo(userId, number) : NOT_ALLOWED),
    toggleForward: async (userId) => {
      if (!may(userId, "forward")) return NOT_ALLOWED;
      const { enabled, number } = handlings.of(userId).forward;
      if (!enabled) return number === "" ? INCOMPLETE : forwardTo(userId, number);
      await handlings.change(userId, (one) => ({ ...one, forward: { ...one.forward, enabled: false } }));
      return { ok: true, on: false };
    },
    toggleFollowMe: async (userId) => {
      if (!may(userId, "follow_me")) return NOT_ALLOWED;
      const { enabled, numbers } = handlings.of(userId).followMe;
      if (!enabled && numbers.length === 0) return INCOMPLETE;
      await handlings.change(userId, (one) => ({ ...one, followMe: { ...one.followMe, enabled: !enabled } }));
      return { ok: true, on: !enabled };
    },
    flipToggleDestination: async (userId, toggleId) => {
      const number = String(toggleId);
      if (!deps.isToggle(number)) return UNKNOWN;
      if (!may(userId, "toggle_destinations", number)) return NOT_ALLOWED;
      return { ok: true, on: (await toggles.flip(realm, number)) === "A" };
    },
  };
}
