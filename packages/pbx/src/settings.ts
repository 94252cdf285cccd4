/** Limits and times of the phone system. The server can set each of them; the defaults are here, with their source. */
import { DEFAULT_VOICEMAIL_LIMITS, type FeatureCode, type VoicemailLimits } from "@callpanel/phone-port";

export interface PhoneSettings {
  /** Shortest registration; a shorter one gets 423 with Min-Expires (RFC 3261 §10.3). */
  readonly minRegisterSeconds: number;
  readonly maxRegisterSeconds: number;
  readonly contactsPerUser: number;
  /** An older nonce gets a challenge with stale=true (RFC 7616 §3.3). */
  readonly nonceLifetimeMs: number;
  /** How long a callee rings before the caller gets "no answer". */
  readonly noAnswerMs: number;
  /** An answered call ends for both sides when the media engine has not answered after this time. Long, because an overloaded machine is late, not broken (CALL-81). */
  readonly mediaSetupMs: number;
  /**
   * When the media of an answered phone has not connected after this time, both ends are notified (CALL-98). ICE and
   * DTLS take less than a second.
   */
  readonly soundPathMs: number;
  /** How long a leg is kept after its socket was lost: design.md §5 "Coming back". */
  readonly detachedLegGraceMs: number;
  /**
   * Simultaneous calls of a user over all phones; the system refuses more. The limit that a phone itself enforces and
   * shows (spec 2 §9: 4) is lower: this one stops a client that enforces none.
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
  /** Maximum of connections per address on which no user has authenticated. */
  readonly unprovedPerAddress: number;
  readonly connections: number;
  /** A client that does not read is disconnected above this value. */
  readonly sendBufferBytes: number;
  /** A connection without authentication is closed after this time. */
  readonly unauthenticatedMs: number;
  /** The codes that telephones can dial now (FEATURE-5); none unless the server passes its list. */
  readonly featureCodes: () => readonly FeatureCode[];
  /** Limits of a message in a box that sets none. */
  readonly voicemailLimits: VoicemailLimits;
  /** Hosts in addition to the realm that an address of record may have. */
  readonly domains: readonly string[];
}

export const DEFAULT_PHONE_SETTINGS: PhoneSettings = {
  minRegisterSeconds: 30,
  maxRegisterSeconds: 3_600,
  contactsPerUser: 8,
  nonceLifetimeMs: 60_000,
  noAnswerMs: 60_000,
  mediaSetupMs: 30_000,
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
  featureCodes: () => [],
  voicemailLimits: DEFAULT_VOICEMAIL_LIMITS,
  domains: [],
};
