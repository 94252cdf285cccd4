import { stripNumber, type FollowMe } from "@callpanel/contract";
import { looksOutside, type DirectoryUser, type EmergencyIdentity, type FollowMePlan } from "@callpanel/phone-port";
import type { CallHandling } from "../../call-handling/index.ts";
import { holdsAt, type RealmSettings } from "../../realm-settings/index.ts";
import { isOneOf } from "./own-numbers.ts";

export type PhoneSettings = Pick<
  DirectoryUser,
  "doNotDisturb" | "callWaiting" | "allowsIntercom" | "forward" | "followMe" | "emergency"
>;

/** A person's settings, as every phone system applies them. */
export function phoneSettings(
  handling: CallHandling,
  realm: RealmSettings,
  ownNumbers: readonly string[],
): PhoneSettings {
  const { intercom, forward, followMe } = handling;
  const emergency = emergencyIdentity(handling, realm);
  return {
    doNotDisturb: handling.doNotDisturb,
    callWaiting: handling.callWaiting,
    allowsIntercom: {
      deskphone: intercom.deskPhoneEnabled,
      callpanel: intercom.callPanelEnabled,
      anywhere: intercom.clearlyAnywhereEnabled,
    },
    // HANDLE-4: on without a number, the forward is left to the telephone.
    ...(forward.enabled && forward.number !== "" ? { forward: forward.number } : {}),
    ...(followMe.enabled ? { followMe: followMePlan(followMe, realm, ownNumbers) } : {}),
    ...(emergency === undefined ? {} : { emergency }),
  };
}

/** REACH-15: without a forward that leads nowhere, the person's phones and mailbox get the call. */
export function withLiveForward(
  { forward, ...settings }: PhoneSettings,
  owner: { readonly suspended: boolean; readonly isThere: (number: string) => boolean },
): PhoneSettings {
  if (forward === undefined) return settings;
  const number = stripNumber(forward);
  const isCode = /^[*#]/.test(number);
  const isLive = isCode || owner.isThere(number) || (looksOutside(number) && !owner.suspended);
  return isLive ? { ...settings, forward } : settings;
}

/** HANDLE-9 */
function followMePlan(
  followMe: FollowMe,
  { timeConditions }: RealmSettings,
  ownNumbers: readonly string[],
): FollowMePlan {
  const condition = timeConditions.find(({ id }) => id === followMe.timeConditionID);
  const { externCID, externCIDName: name, externCIDNum: number } = followMe;
  return {
    strategy: followMe.strategy,
    numbers: followMe.numbers.map(({ number: one, timeout }) => ({ number: one, timeoutSeconds: timeout })),
    firstSeconds: followMe.toutfirst,
    totalSeconds: followMe.toutall,
    prefix: followMe.prefix,
    confirm: followMe.confirm,
    markAnswered: followMe.markAnswered,
    // TOLL-11: also applies to numbers that were set before this rule.
    ...(externCID && isOneOf(ownNumbers, number) ? { callerId: { number, name } } : {}),
    // If the condition was removed, follow-me stays on: an unwanted call is better than a lost one.
    ...(condition === undefined ? {} : { holdsAt: (at: number) => holdsAt(condition, at) }),
  };
}

/** ECID-4 */
function emergencyIdentity({ emergency }: CallHandling, realm: RealmSettings): EmergencyIdentity | undefined {
  const { disabledGlobally, profiles, locations } = realm.emergency;
  if (disabledGlobally) return undefined;
  const profile = profiles.find(({ id }) => id === emergency.emergency_callerid_callback_profile_id);
  const location = locations.find(({ id }) => id === emergency.emergency_callerid_dispatchable_location_id);
  if (profile === undefined && location === undefined) return undefined;
  return {
    ...(profile === undefined ? {} : { callbackNumber: profile.number, callbackName: profile.name }),
    ...(location === undefined
      ? {}
      : { location: [location.address, location.details].filter((one) => one !== "").join(", ") }),
  };
}
