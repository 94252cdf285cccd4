/** Limits and times of the phone system; every one can be set by the server, the defaults stand here with their source. */
import { DEFAULT_VOICEMAIL_LIMITS, type FeatureCode, type VoicemailLimits } from "@callpanel/phone-port";

export interface PhoneSettings {
  /** Shortest registration; less is answered 423 with Min-Expires (RFC 3261 §10.3). */
  readonly minRegisterSeconds: number;
  readonly maxRegisterSeconds: number;
  readonly contactsPerUser: number;
  /** A nonce older than this is answered with stale=true (RFC 7616 §3.3). */
  readonly nonceLifetimeMs: number;
  /** How long a callee rings before the caller hears that nobody answers. */
  readonly noAnswerMs: number;
  /** An answered call for which the media engine has not agreed on sound after this ends for both sides. */
  readonly mediaSetupMs: number;
  /** After so long without a way for the sound of a phone that talks, both ends are told (CALL-98). ICE and DTLS take less than a second. */
  readonly soundPathMs: number;
  /** How long a leg outlives its socket: design.md §5 "Coming back". */
  readonly detachedLegGraceMs: number;
  /**
   * Simultaneous calls of a user over all phones, before the system refuses more. Above the limit that a phone keeps by
   * itself and tells its user about (spec 2 §9: 4): this one stops a client that keeps none.
   */
  readonly callsPerUser: number;
  readonly callsInSystem: number;
  /** INVITEs outside a dialog that one connection may send in ten seconds. */
  readonly invitesPerTenSeconds: number;
  /** Frames of any kind that one connection may send in a second, above a burst of twice as many. */
  readonly framesPerSecond: number;
  /** A larger frame closes the connection with 1009. */
  readonly frameBytes: number;
  readonly connectionsPerAddress: number;
  /** Of these, on which nobody has signed in yet. */
  readonly unprovedPerAddress: number;
  readonly connections: number;
  /** A client that does not read is cut off past this. */
  readonly sendBufferBytes: number;
  /** A connection that never signs in is closed after this. */
  readonly unauthenticatedMs: number;
  /** The codes that telephones can dial; empty unless the server passes its list. */
  readonly featureCodes: readonly FeatureCode[];
  /** Of a message in a box that sets none. */
  readonly voicemailLimits: VoicemailLimits;
  /** Hosts beside the realm that an address of record may stand at. */
  readonly domains: readonly string[];
}

export const DEFAULT_PHONE_SETTINGS: PhoneSettings = {
  minRegisterSeconds: 30,
  maxRegisterSeconds: 3_600,
  contactsPerUser: 8,
  nonceLifetimeMs: 60_000,
  noAnswerMs: 60_000,
  mediaSetupMs: 10_000,
  soundPathMs: 5_000,
  detachedLegGraceMs: 90_000,
  callsPerUser: 16,
  callsInSystem: 2_000,
  invitesPerTenSeconds: 30,
  framesPerSecond: 100,
  frameBytes: 65_536,
  connectionsPerAddress: 500,
  unprovedPerAddress: 100,
  connections: 5_000,
  sendBufferBytes: 1_048_576,
  unauthenticatedMs: 30_000,
  featureCodes: [],
  voicemailLimits: DEFAULT_VOICEMAIL_LIMITS,
  domains: [],
};
