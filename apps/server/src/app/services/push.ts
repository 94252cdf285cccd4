import type { Waking } from "@callpanel/phone-port";
import { createPushDelivery, openPushKeys } from "../../adapters/push/index.ts";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { Tally } from "../../kernel/tally.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import {
  createCallWaking,
  createPushService,
  type DeliverPush,
  isAt,
  isPushAddress,
  startCallPushes,
  type CallWaking,
  type PushService,
} from "../../modules/push/index.ts";
import { createCallFeed, createReachable, pushTopicOf } from "../../modules/telephony/index.ts";
import type { MailboxFeed } from "../../modules/voicemail/index.ts";
import type { RunningPhone } from "./phone.ts";
import type { Stores } from "./storage.ts";

export interface PushDeps {
  readonly dataDir: string;
  readonly publicUrl: string | undefined;
  /** PUSH-8: the one origin on this machine that browsers may name as well. */
  readonly testService: string | undefined;
  readonly stores: Pick<Stores, "pushSubscriptions" | "serverKeys" | "sipCredentials">;
  readonly box: SecretBox;
  readonly running: Pick<RunningPhone, "phone" | "handlings" | "mayTakeCalls">;
  readonly ringSeconds: number;
  readonly shortLived: ShortLived;
  readonly random: RandomBytes;
  readonly voicemails: Pick<MailboxFeed, "onLeft">;
  readonly bus: Bus;
  /** No other server uses the database. */
  readonly alone: boolean;
  readonly tally: Tally;
  readonly clock: Clock;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** Push services need a contact URL; a server without a public URL has none. */
const NO_SUBJECT = "https://callpanel.invalid";

/** A browser that has ended its subscription is not a failure. */
const counted =
  (deliver: DeliverPush, tally: Tally): DeliverPush =>
  async (delivery) => {
    try {
      const result = await deliver(delivery);
      if (result === "taken") tally.count("push", "sent");
      return result;
    } catch (error) {
      tally.count("push", "failed");
      throw error;
    }
  };

export interface OpenPushes {
  readonly pushes: PushService;
  /** Ringing calls in browsers without a page. */
  readonly waking: CallWaking;
  readonly publicKey: string;
}

/** The phone system starts before notifications: until then no phone can be woken. */
export function createLateWaking(): Waking & { open(waking: Waking): void } {
  let opened: Waking | undefined;
  return {
    open: (waking) => {
      opened = waking;
    },
    wake: (call) => opened?.wake(call),
  };
}

/** Notifications to browsers, and their events from the phone system. */
export async function startPushes(deps: PushDeps): Promise<OpenPushes> {
  const { testService, clock, log, running, shutdown } = deps;
  const keys = await openPushKeys({ dataDir: deps.dataDir, settle: deps.stores.serverKeys.settle, box: deps.box });
  const subject = deps.publicUrl?.startsWith("https:") === true ? deps.publicUrl : NO_SUBJECT;
  const pushes = createPushService({
    store: deps.stores.pushSubscriptions,
    deliver: counted(createPushDelivery({ keys, subject, testService }), deps.tally),
    isAllowed: (endpoint) => isPushAddress(endpoint) || isAt(testService, endpoint),
    clock,
    log,
  });
  const reachable = createReachable({ ...deps, phone: running.phone });
  shutdown.add(reachable.stop);
  const waking = createCallWaking({
    ...deps,
    store: deps.stores.pushSubscriptions,
    pushes,
    phones: {
      has: reachable.has,
      sessionsOf: async (userId) => deps.stores.sipCredentials.sessionsOf([...(await reachable.secretsOf(userId))]),
    },
    mayTakeCalls: running.mayTakeCalls,
    topicOf: pushTopicOf,
  });
  shutdown.add(waking.stop);
  shutdown.add(
    startCallPushes({
      calls: createCallFeed(running.phone),
      voicemails: deps.voicemails,
      hasPhone: reachable.has,
      wantsNoCalls: (userId) => running.handlings.of(userId).doNotDisturb,
      isWoken: waking.isWoken,
      pushes,
      topicOf: pushTopicOf,
    }),
  );
  return { pushes, waking, publicKey: keys.publicKey };
}
