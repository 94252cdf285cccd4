import type { EmergencyLocation, EmergencyProfile } from "@callpanel/contract";
import { companySettingsOf, type CompanySettings } from "./company-settings.model.ts";
import type { TimeCondition } from "./time-condition.model.ts";

/** What is told of emergency calls, for a whole realm. */
export interface EmergencyPlan {
  /** True where nobody's choice counts and nothing is told of whoever calls. */
  readonly disabledGlobally: boolean;
  /** What is dialled in an emergency, and to test it. Calls there are never blocked, forwarded or refused. */
  readonly numbers: readonly string[];
  /** By name. */
  readonly profiles: readonly EmergencyProfile[];
  readonly locations: readonly EmergencyLocation[];
}

/** What belongs to a realm as a whole. */
export interface RealmSettings {
  readonly emergency: EmergencyPlan;
  /** By name. */
  readonly timeConditions: readonly TimeCondition[];
  /** By name: the order in which they are tried. */
  readonly trunks: readonly Trunk[];
  /** Shown outside for whoever has no direct number. */
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
  /** Calls at a time; missing: as many as come. */
  readonly callLimit?: number | undefined;
}

/** 911 and the number that tests it, as in North America. */
export const EMERGENCY_NUMBERS: readonly string[] = ["911", "933"];

/** Of a realm whose administrator has set nothing. */
export const DEFAULT_REALM_SETTINGS: RealmSettings = {
  emergency: { disabledGlobally: false, numbers: EMERGENCY_NUMBERS, profiles: [], locations: [] },
  timeConditions: [],
  trunks: [],
  outgoingNumber: undefined,
  company: companySettingsOf(() => undefined),
};
