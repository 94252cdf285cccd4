import { defineSettingFields, FLAG, oneOf, orNone, text, whole } from "../../../kernel/text/setting-fields.ts";
import type { QueueConfiguration } from "./queue-configuration.ts";

const LONGEST_RING_SECONDS = 300;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const MOST_WAITING = 1_000;

export const MOST_PENALTY = 100;

const EMPTY = oneOf({ never: "never", noAgents: "no_agents", noActiveAgents: "no_active_agents" });
/** Of the realm, or outside. */
const NUMBER = orNone(text(/^(\d{2,8}|\+\d{3,15})$/, "a number of the company, or an outside number with +"));
const ANNOUNCEMENT = orNone(text(/^\d{2,8}$/, "the number of an announcement"));

export const QUEUE_FIELDS = defineSettingFields<QueueConfiguration>({
  strategy: {
    name: "strategy",
    about: "which free agent is rung",
    ...oneOf({
      ringAll: "ring_all",
      leastRecent: "least_recent",
      fewestCalls: "fewest_calls",
      random: "random",
      roundRobin: "round_robin",
      linear: "linear",
      weightedRandom: "weighted_random",
    }),
  },
  agentRingSeconds: {
    name: "ring_seconds",
    about: "how long an agent is rung",
    ...whole(1, LONGEST_RING_SECONDS),
  },
  retrySeconds: {
    name: "retry_seconds",
    about: "how long an agent who did not answer is left alone",
    ...whole(1, LONGEST_RING_SECONDS),
  },
  wrapUpSeconds: {
    name: "wrap_up_seconds",
    about: "how long an agent is left alone after a call",
    ...whole(0, HOUR_SECONDS),
  },
  maxWaiting: { name: "max_waiting", about: "most callers who wait", ...orNone(whole(1, MOST_WAITING)) },
  maxWaitSeconds: {
    name: "max_wait_seconds",
    about: "how long a caller waits at most",
    ...orNone(whole(1, DAY_SECONDS)),
  },
  joinWhenEmpty: { name: "empty_for_joining", about: "when it is empty for callers who join", ...EMPTY },
  leaveWhenEmpty: { name: "empty_for_waiting", about: "when it is empty for callers who wait", ...EMPTY },
  exitKey: {
    name: "exit_key",
    about: "with this key a caller leaves for exit_to",
    ...orNone(text(/^[0-9*#]$/, "one key of the telephone")),
  },
  exitTo: { name: "exit_to", about: "where exit_key leads", ...NUMBER },
  callbackKey: {
    name: "callback_key",
    about: "with this key a caller asks to be called back, and keeps the place",
    ...orNone(text(/^[0-9]$/, "one digit")),
  },
  callbackAttempts: {
    name: "callback_attempts",
    about: "how often such a caller is called at most",
    ...whole(1, 10),
  },
  callbackRetrySeconds: {
    name: "callback_retry_seconds",
    about: "how long such a caller is left alone after a call in vain",
    ...whole(30, DAY_SECONDS),
  },
  callbackExpiresSeconds: {
    name: "callback_expires_seconds",
    about: "how long after joining such a caller is called",
    ...whole(300, 7 * DAY_SECONDS),
  },
  maxCallbacks: { name: "max_callbacks", about: "most callers who wait to be called back", ...whole(1, MOST_WAITING) },
  overflowTo: { name: "overflow_to", about: "where callers go who cannot join or waited too long", ...NUMBER },
  weight: { name: "weight", about: "an agent of several queues serves the highest first", ...whole(0, 1_000) },
  ringInUse: { name: "ring_in_use", about: "rings agents who are in other calls", ...FLAG },
  autoPauseAfter: {
    name: "auto_pause_after",
    about: "pauses an agent after so many missed calls in a row",
    ...orNone(whole(1, 100)),
  },
  autoPauseScope: {
    name: "auto_pause_scope",
    about: "where such an agent is paused",
    ...oneOf({ queue: "queue", allQueues: "all_queues" }),
  },
  announcePosition: { name: "announce_position", about: "callers hear their position", ...FLAG },
  announceWait: { name: "announce_wait", about: "callers hear how long they will probably wait", ...FLAG },
  announceFirstSeconds: {
    name: "announce_first_seconds",
    about: "when they hear it first",
    ...whole(1, HOUR_SECONDS),
  },
  announceEverySeconds: {
    name: "announce_every_seconds",
    about: "how often they hear it again",
    ...whole(10, HOUR_SECONDS),
  },
  language: { name: "language", about: "of what callers hear", ...oneOf({ en: "en", fr: "fr" }) },
  greeting: { name: "greeting", about: "what a caller hears first", ...ANNOUNCEMENT },
  whisper: { name: "whisper", about: "what an agent hears before the caller", ...ANNOUNCEMENT },
  music: { name: "music", about: "what callers hear while they wait; none: music on hold", ...ANNOUNCEMENT },
  records: { name: "record", about: "every call is recorded", ...FLAG },
  serviceLevelSeconds: {
    name: "service_level_seconds",
    about: "the target: a call is to be answered within this time",
    ...whole(1, HOUR_SECONDS),
  },
});
