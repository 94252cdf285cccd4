import type { FeatureCode } from "@callpanel/contract";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Probe } from "../ports/probe.port.ts";
import type { UserAgent } from "../ports/user-agent.port.ts";

/** What the check before calls is made of. */
export interface CheckDeps {
  readonly clock: Clock;
  readonly microphones: Microphones;
  /** The chosen microphone's device id. */
  readonly input: () => string;
  readonly probe: Probe;
  readonly agent: () => UserAgent | undefined;
  /** The check is a call. */
  readonly loadCalls: () => Promise<unknown>;
  readonly isReady: () => boolean;
  /** Calls are up: the check would be in their way. */
  readonly isInUse: () => boolean;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly onChange: () => void;
}
