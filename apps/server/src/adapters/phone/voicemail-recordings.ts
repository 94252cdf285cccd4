import { access } from "node:fs/promises";
import { DEFAULT_PHONE_SETTINGS, type DraftPurpose, type VoicemailDraft } from "@callpanel/pbx";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { newId, type RandomBytes } from "../../kernel/secrets.ts";
import type { SoundStore } from "../../kernel/sound-store.port.ts";
import {
  BOX_BYTES,
  BOX_MESSAGES,
  soundAccount,
  type DeliverMessage,
  type GreetingService,
  type VoicemailStore,
} from "../../modules/voicemail/index.ts";
import type { Draft, DraftFolder } from "./voicemail-drafts.ts";

export interface VoicemailRecordingsDeps {
  readonly drafts: DraftFolder;
  readonly store: Pick<VoicemailStore, "heldBy">;
  readonly sounds: Pick<SoundStore, "take" | "heldBy" | "release" | "used">;
  readonly greetings: Pick<GreetingService, "record">;
  readonly deliver: DeliverMessage;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** What telephones record into boxes. */
export interface VoicemailRecordings {
  begin(boxId: number, purpose: DraftPurpose): Promise<VoicemailDraft | "full">;
  finish(draftId: string, marked?: { readonly urgent: boolean }): Promise<void>;
  discard(draftId: string): Promise<void>;
  /** VM-60: delivers messages that a crash cut off, and removes everything else that it left. @returns how many */
  adopt(): Promise<number>;
}

/** VM-51, VM-60: a draft is there until its message is in the box; each step can be done again after a crash. */
export function createVoicemailRecordings(deps: VoicemailRecordingsDeps): VoicemailRecordings {
  const { drafts, store, sounds, greetings, clock, random, log } = deps;

  const isFull = async (boxId: number): Promise<boolean> =>
    (await store.heldBy(boxId)) >= BOX_MESSAGES || (await sounds.used(soundAccount(boxId))) >= BOX_BYTES;

  /** A message that is shorter than `shortestMs` is none. */
  const deliver = async (
    id: string,
    { boxId, at, purpose }: Draft,
    { shortestMs, urgent = false }: { readonly shortestMs: number; readonly urgent?: boolean },
  ): Promise<boolean> => {
    if (purpose.kind !== "message") return false;
    const holder = { kind: "voicemail", id: `draft-${id}`, account: soundAccount(boxId) } as const;
    const [taken] = await sounds.heldBy(holder);
    const sound = taken ?? (await sounds.take(drafts.pathOf(id), { type: "audio/ogg", holder }));
    const { callId, from } = purpose;
    const isOne = sound.durationMs > 0 && sound.durationMs >= shortestMs;
    const left = { boxId, at, callId, from: { ...from, userId: from.userId ?? null } };
    if (isOne) await deps.deliver(urgent ? { ...left, urgent: true } : left, sound);
    await sounds.release(holder);
    await drafts.remove(id);
    return isOne;
  };

  const adoptOne = async (id: string): Promise<boolean> => {
    const draft = await drafts.find(id);
    const { shortestMs } = DEFAULT_PHONE_SETTINGS.voicemailLimits;
    const isTaken = (await sounds.heldBy({ kind: "voicemail", id: `draft-${id}` })).length > 0;
    const hasSound = isTaken || (await isThere(drafts.pathOf(id)));
    if (draft?.purpose.kind === "message" && hasSound) return deliver(id, draft, { shortestMs });
    await drafts.remove(id);
    return false;
  };

  return {
    begin: async (boxId, purpose) => {
      if (purpose.kind === "message" && (await isFull(boxId))) return "full";
      const id = newId(random);
      return { id, path: await drafts.begin(id, { boxId, at: clock.now(), purpose }) };
    },
    finish: async (id, { urgent } = { urgent: false }) => {
      const draft = await drafts.find(id);
      if (draft === undefined) return;
      const { boxId, purpose } = draft;
      if (purpose.kind === "message") await deliver(id, draft, { shortestMs: 0, urgent });
      if (purpose.kind !== "greeting") return;
      await greetings.record({ boxId, type: purpose.greeting }, drafts.pathOf(id));
      await drafts.remove(id);
    },
    discard: (id) => drafts.remove(id),
    adopt: async () => {
      let adopted = 0;
      for (const id of await drafts.ids())
        try {
          if (await adoptOne(id)) adopted += 1;
        } catch (error) {
          // It stays for the next start, when there may be room again.
          log.error("a message that a crash cut off could not be delivered", { id, err: error });
        }
      return adopted;
    },
  };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
