import { access } from "node:fs/promises";
import { DEFAULT_VOICEMAIL_LIMITS, type DraftPurpose, type VoicemailDraft } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import { soundAccount, type BoxRoom, type DeliverMessage, type GreetingService } from "../../voicemail/index.ts";
import type { Draft, DraftFolder } from "./voicemail-drafts.port.ts";

export interface VoicemailRecordingsDeps {
  readonly drafts: DraftFolder;
  readonly sounds: Pick<SoundStore, "take" | "heldBy" | "release">;
  readonly hasRoom: BoxRoom;
  readonly greetings: Pick<GreetingService, "record">;
  readonly deliver: DeliverMessage;
  /** Owner of new recordings. */
  readonly owner: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** Recordings by telephone for voicemail boxes. */
export interface VoicemailRecordings {
  begin(boxId: number, purpose: DraftPurpose): Promise<VoicemailDraft | "full">;
  finish(draftId: string, marked?: { readonly urgent: boolean }): Promise<void>;
  discard(draftId: string): Promise<void>;
  /** VM-63: delivers messages that could not be stored when their recording ended. @returns how many */
  retry(): Promise<number>;
  /** VM-60: delivers the messages of an ended instance, and removes everything else that it left. @returns how many */
  adopt(owner: string): Promise<number>;
}

/**
 * VM-51, VM-60: a draft exists until its message is in the box; each step is idempotent, so it can be repeated after a
 * crash.
 */
export function createVoicemailRecordings(deps: VoicemailRecordingsDeps): VoicemailRecordings {
  const { drafts, sounds, hasRoom, greetings, clock, random, log } = deps;
  /** Complete messages that the store could not take, because it was full or unreachable; true: urgent. */
  const undelivered = new Map<string, boolean>();

  /** A recording shorter than `shortestMs` is not a message. */
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

  const adoptOne = async (id: string, { urgent } = { urgent: false }): Promise<boolean> => {
    const draft = await drafts.find(id);
    const { shortestMs } = DEFAULT_VOICEMAIL_LIMITS;
    const isTaken = (await sounds.heldBy({ kind: "voicemail", id: `draft-${id}` })).length > 0;
    const hasSound = isTaken || (await isThere(drafts.pathOf(id)));
    if (draft?.purpose.kind === "message" && hasSound) return deliver(id, draft, { shortestMs, urgent });
    await drafts.remove(id);
    return false;
  };

  const deliverAgain = async (): Promise<number> => {
    let delivered = 0;
    for (const [id, urgent] of undelivered)
      try {
        if (await adoptOne(id, { urgent })) delivered += 1;
        undelivered.delete(id);
      } catch (error) {
        log.warn("a message cannot be delivered yet", { id, err: error });
      }
    return delivered;
  };
  let retrying = Promise.resolve(0);

  return {
    begin: async (boxId, purpose) => {
      // The length is not known yet, so a recording may start while there is space for one byte.
      if (purpose.kind === "message" && !(await hasRoom(boxId, { messages: 1, bytes: 1 }))) return "full";
      const id = newId(random);
      return { id, path: await drafts.begin(id, { owner: deps.owner(), boxId, at: clock.now(), purpose }) };
    },
    finish: async (id, { urgent } = { urgent: false }) => {
      const draft = await drafts.find(id);
      if (draft === undefined) return;
      const { boxId, purpose } = draft;
      if (purpose.kind === "message")
        await deliver(id, draft, { shortestMs: 0, urgent }).catch((error: unknown) => {
          undelivered.set(id, urgent);
          throw error;
        });
      if (purpose.kind !== "greeting") return;
      await greetings.record({ boxId, type: purpose.greeting }, drafts.pathOf(id));
      await drafts.remove(id);
    },
    discard: (id) => drafts.remove(id),
    // One after the other: a message must not be delivered twice in parallel.
    retry: () => (retrying = retrying.then(deliverAgain)),
    adopt: async (owner) => {
      let adopted = 0;
      for (const id of await drafts.leftBy(owner))
        try {
          await drafts.give(id, deps.owner());
          if (await adoptOne(id)) adopted += 1;
        } catch (error) {
          log.error("a message that a crash cut off could not be delivered yet", { id, err: error });
          undelivered.set(id, false);
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
