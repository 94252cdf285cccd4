import type { QueueBook, QueueSettings } from "@callpanel/phone-port";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { AnnouncementStore } from "../../../modules/announcements/index.ts";
import type { ConfiguredQueue, QueueConfigurations } from "../../../modules/queues/index.ts";

export interface QueueBookDeps {
  readonly queues: Pick<QueueConfigurations, "of" | "subscribe">;
  readonly announcements: Pick<AnnouncementStore, "byNumber">;
  readonly sounds: Pick<SoundStore, "localPath">;
}

/** The queues for the phone system. Announcements become local files; one that was removed is not played. */
export function createQueueBook({ queues, announcements, sounds }: QueueBookDeps): QueueBook {
  const fileOf = async (realm: string, number: string | null): Promise<string | undefined> => {
    if (number === null) return undefined;
    const { sound } = (await announcements.byNumber(realm, number)) ?? {};
    return sound === undefined || sound === null ? undefined : sounds.localPath(sound.id);
  };
  const settingsOf = async (
    realm: string,
    { number, name, configuration, members }: ConfiguredQueue,
  ): Promise<QueueSettings> => {
    const { exitKey, exitTo, greeting, whisper, music } = configuration;
    return {
      id: number,
      number,
      name,
      strategy: configuration.strategy,
      members,
      agentRingSeconds: configuration.agentRingSeconds,
      retrySeconds: configuration.retrySeconds,
      wrapUpSeconds: configuration.wrapUpSeconds,
      maxWaiting: configuration.maxWaiting ?? undefined,
      maxWaitSeconds: configuration.maxWaitSeconds ?? undefined,
      joinWhenEmpty: configuration.joinWhenEmpty,
      leaveWhenEmpty: configuration.leaveWhenEmpty,
      exit: exitKey === null || exitTo === null ? undefined : { key: exitKey, to: exitTo },
      callbacks: {
        key: configuration.callbackKey ?? undefined,
        attempts: configuration.callbackAttempts,
        retrySeconds: configuration.callbackRetrySeconds,
        expireSeconds: configuration.callbackExpiresSeconds,
        most: configuration.maxCallbacks,
      },
      overflowTo: configuration.overflowTo ?? undefined,
      weight: configuration.weight,
      ringInUse: configuration.ringInUse,
      autoPauseAfter: configuration.autoPauseAfter ?? undefined,
      autoPauseScope: configuration.autoPauseScope,
      announce: {
        position: configuration.announcePosition,
        wait: configuration.announceWait,
        firstSeconds: configuration.announceFirstSeconds,
        everySeconds: configuration.announceEverySeconds,
      },
      language: configuration.language,
      greeting: await fileOf(realm, greeting),
      whisper: await fileOf(realm, whisper),
      music: await fileOf(realm, music),
      records: configuration.records,
    };
  };
  return {
    queues: (realm) => Promise.all(queues.of(realm).map((queue) => settingsOf(realm, queue))),
    subscribe: queues.subscribe,
  };
}
