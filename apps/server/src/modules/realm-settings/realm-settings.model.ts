import type { EmergencyLocation, EmergencyProfile } from "@callpanel/contract";
import { companySettingsOf, type CompanySettings } from "./company-settings.model.ts";
import type { TimeCondition } from "./time-condition.model.ts";

/** What emergency calls of a realm may transmit. */
export interface EmergencyPlan {
  /** True: choices are ignored and nothing is transmitted about the caller. */
  readonly disabledGlobally: boolean;
  /** Emergency numbers, and numbers to test them. Calls to them are never blocked, forwarded or refused. */
  readonly numbers: readonly string[];
  /** Sorted by name. */
  readonly profiles: readonly EmergencyProfile[];
  readonly locations: readonly EmergencyLocation[];
}

/** The settings of a realm. */
export interface RealmSettings {
  readonly emergency: EmergencyPlan;
  /** Sorted by name. */
  readonly timeConditions: readonly TimeCondition[];
  /** In the order in which they are tried. */
  readonly trunks: readonly Trunk[];
  /** Caller id outside for people without a direct number. */
  readonly outgoingNumber: string | undefined;
  readonly company: CompanySettings;
}

/** What an outside line may be limited to: classes of numbers (TOLL-1; numbers of no known plan are premium), and emergency calls. */
export const LINE_CLASSES = ["inland", "abroad", "premium", "emergency"] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

/** For which calls a line is used. */
export interface LineUse {
  /** Limit of parallel calls; undefined: no limit. */
  readonly callLimit?: number | undefined;
  /** Lines with a lower one are tried first; those without one come last, by name. */
  readonly order?: number | undefined;
  /** Undefined: all. */
  readonly classes?: readonly LineClass[] | undefined;
}

/** Only what is set, so that equal ones are equal. */
export const lineUse = ({ callLimit, order, classes }: LineUse): LineUse => ({
  ...(callLimit === undefined ? {} : { callLimit }),
  ...(order === undefined ? {} : { order }),
  ...(classes === undefined || LINE_CLASSES.every((one) => classes.includes(one)) ? {} : { classes }),
});

/** LINE-20: as they are tried. */
export const inOrder = <Line extends LineUse>(lines: readonly Line[]): readonly Line[] =>
  lines.toSorted((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0);

/** An outside line: the account of a gateway. */
export interface Trunk extends LineUse {
  readonly id: number;
  /** Its SIP username. */
  readonly name: string;
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
}

/** 911 and its test number, as in North America. */
export const EMERGENCY_NUMBERS: readonly string[] = ["911", "933"];

/** Settings of a realm without items. */
export const DEFAULT_REALM_SETTINGS: RealmSettings = {
  emergency: { disabledGlobally: false, numbers: EMERGENCY_NUMBERS, profiles: [], locations: [] },
  timeConditions: [],
  trunks: [],
  outgoingNumber: undefined,
  company: companySettingsOf(() => undefined),
};
