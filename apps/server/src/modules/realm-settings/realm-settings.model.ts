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
  /** Sorted by name, which is the order in which they are tried. */
  readonly trunks: readonly Trunk[];
  /** Caller id outside for people without a direct number. */
  readonly outgoingNumber: string | undefined;
  readonly company: CompanySettings;
}

/** An outside line: the account of a gateway. */
export interface Trunk {
  readonly id: number;
  /** Its SIP username. */
  readonly name: string;
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
  /** Limit of parallel calls; undefined: no limit. */
  readonly callLimit?: number | undefined;
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
