import type { EmergencyChoice, FollowMe, Forward, Intercom } from "@callpanel/contract";

/** A number whose calls do not reach a person. `match` is its E.164 form, or its digits if it has none. */
export interface BlockedNumber {
  /** 0 before it is stored. */
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly match: string;
}

/** A person's call handling. It applies without a telephone too. */
export interface CallHandling {
  readonly doNotDisturb: boolean;
  /** False makes the person busy while on another call. */
  readonly callWaiting: boolean;
  readonly intercom: Intercom;
  /** `number` is kept while it is off; on without a number means that one of the person's telephones forwards by itself. */
  readonly forward: Forward;
  readonly followMe: FollowMe;
  readonly emergency: EmergencyChoice;
  readonly blacklist: readonly BlockedNumber[];
}

/** The defaults. */
export const NOTHING_SET: CallHandling = {
  doNotDisturb: false,
  callWaiting: true,
  intercom: { deskPhoneEnabled: true, callPanelEnabled: true, clearlyAnywhereEnabled: true },
  forward: { enabled: false, number: "" },
  followMe: {
    enabled: false,
    confirm: false,
    prefix: "",
    externCID: false,
    externCIDName: "",
    externCIDNum: "",
    strategy: "ringall",
    toutall: 60,
    toutfirst: 15,
    markAnswered: true,
    numbers: [],
    timeConditionID: null,
  },
  emergency: {
    emergency_callerid_callback_profile_id: null,
    emergency_callerid_dispatchable_location_id: null,
  },
  blacklist: [],
};

/** The part that colleagues may see. */
export interface PersonalState {
  readonly dnd: boolean;
  /** `number` is empty while it is unknown or not enabled. */
  readonly forward: { readonly enabled: boolean; readonly number: string };
  readonly followme: boolean;
}

export function shownState({ doNotDisturb, forward, followMe }: CallHandling): PersonalState {
  const { enabled, number } = forward;
  return { dnd: doNotDisturb, forward: { enabled, number: enabled ? number : "" }, followme: followMe.enabled };
}

/** The state of a person who has switched nothing on. */
export const NO_PERSONAL_STATE: PersonalState = shownState(NOTHING_SET);
