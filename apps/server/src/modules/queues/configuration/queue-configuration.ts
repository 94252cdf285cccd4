import type { CompanyCopy } from "../../../kernel/bus/company-copy.ts";
import type { EmptyRule, QueueMemberSettings, QueueStrategy, SpokenLanguage } from "@callpanel/phone-port";

/** The settings of a queue as an administrator makes them; the meaning of each is in `QueueSettings`. Null: none. */
export interface QueueConfiguration {
  readonly strategy: QueueStrategy;
  readonly agentRingSeconds: number;
  readonly retrySeconds: number;
  readonly wrapUpSeconds: number;
  readonly maxWaiting: number | null;
  readonly maxWaitSeconds: number | null;
  readonly joinWhenEmpty: EmptyRule;
  readonly leaveWhenEmpty: EmptyRule;
  /** A key of the telephone, and the number to which it leads: both or neither. */
  readonly exitKey: string | null;
  readonly exitTo: string | null;
  /** With this key a caller asks to be called back; another one than `exitKey`. */
  readonly callbackKey: string | null;
  readonly callbackAttempts: number;
  readonly callbackRetrySeconds: number;
  readonly callbackExpiresSeconds: number;
  readonly maxCallbacks: number;
  readonly overflowTo: string | null;
  readonly weight: number;
  readonly ringInUse: boolean;
  readonly autoPauseAfter: number | null;
  readonly autoPauseScope: "queue" | "allQueues";
  readonly announcePosition: boolean;
  readonly announceWait: boolean;
  readonly announceFirstSeconds: number;
  readonly announceEverySeconds: number;
  readonly language: SpokenLanguage;
  /** Numbers of announcements. */
  readonly greeting: string | null;
  readonly whisper: string | null;
  readonly music: string | null;
  readonly records: boolean;
  /** A call that is answered within this time meets the target. */
  readonly serviceLevelSeconds: number;
}

/** A queue with all of its settings. */
export interface ConfiguredQueue {
  readonly number: string;
  readonly name: string;
  readonly configuration: QueueConfiguration;
  /** In the order of the linear strategy. */
  readonly members: readonly QueueMemberSettings[];
}

/** The queues of the phone system's realm, sorted by number. */
export type QueueConfigurations = CompanyCopy<ConfiguredQueue>;

/** QUEUESET-1 */
export const DEFAULT_QUEUE: QueueConfiguration = {
  strategy: "ringAll",
  agentRingSeconds: 15,
  retrySeconds: 5,
  wrapUpSeconds: 0,
  maxWaiting: null,
  maxWaitSeconds: null,
  joinWhenEmpty: "never",
  leaveWhenEmpty: "never",
  exitKey: null,
  exitTo: null,
  callbackKey: null,
  callbackAttempts: 3,
  callbackRetrySeconds: 600,
  callbackExpiresSeconds: 86_400,
  maxCallbacks: 20,
  overflowTo: null,
  weight: 0,
  ringInUse: false,
  autoPauseAfter: null,
  autoPauseScope: "queue",
  announcePosition: false,
  announceWait: false,
  announceFirstSeconds: 30,
  announceEverySeconds: 60,
  language: "en",
  greeting: null,
  whisper: null,
  music: null,
  records: false,
  serviceLevelSeconds: 20,
};

/** The settings that lead to other numbers, by their names in company files. */
export const exitsOf = ({ exitTo, overflowTo }: QueueConfiguration) => ({ exit_to: exitTo, overflow_to: overflowTo });
/** The settings that play announcements. */
export const soundsOf = ({ greeting, whisper, music }: QueueConfiguration) => ({ greeting, whisper, music });

/** With another number in the place of this one: destinations follow a person to a new extension. */
export function withMovedExit(
  configuration: QueueConfiguration,
  { from, to }: { readonly from: string; readonly to: string },
): QueueConfiguration {
  const moved = (number: string | null): string | null => (number === from ? to : number);
  return { ...configuration, exitTo: moved(configuration.exitTo), overflowTo: moved(configuration.overflowTo) };
}
