import type { Voicemail, VoicemailBox, VoicemailFolder, VoicemailMessage } from "@callpanel/phone-port";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { Subscriber } from "../../../modules/directory/index.ts";
import {
  NEW_BOX,
  PIN_RULES,
  type Box,
  type FolderFilter,
  type GreetingService,
  type MessagePlace,
  type MessageWrites,
  type StoredMessage,
  type VoicemailStore,
} from "../../../modules/voicemail/index.ts";
import type { BoxPins, ForwardMessage, VoicemailRecordings } from "../../../modules/telephony/index.ts";

/** People of the phone system, from memory: a box is asked for before each call rings. */
export interface BoxOwners {
  /** The owner of a number of a realm. */
  at(realm: string, number: string): number | undefined;
  /** Undefined for a removed person. */
  byId(userId: number): Pick<Subscriber, "userId" | "displayName" | "extension"> | undefined;
}

export interface PhoneVoicemailDeps {
  readonly store: VoicemailStore;
  readonly owners: BoxOwners;
  readonly sounds: Pick<SoundStore, "localPath">;
  readonly writes: Pick<MessageWrites, "put" | "erase">;
  readonly greetings: Pick<GreetingService, "soundInUse" | "drop">;
  readonly recordings: VoicemailRecordings;
  readonly forward: ForwardMessage;
  readonly pins: BoxPins;
  readonly timeZone: string;
  readonly operator: string | undefined;
}

/** VMP: folders that one digit can choose, and that a menu lists. */
const FOLDERS_BY_DIGIT = 7;
const MESSAGES_BY_TELEPHONE = 500;

/** Boxes for the phone system. */
export function createPhoneVoicemail(deps: PhoneVoicemailDeps): Voicemail {
  const { store, owners, sounds, writes, greetings, recordings, pins } = deps;

  const boxOf = async (userId: number | undefined): Promise<VoicemailBox | undefined> => {
    const owner = userId === undefined ? undefined : owners.byId(userId);
    return owner === undefined ? undefined : phoneBox(owner, await store.box(owner.userId), deps);
  };
  const message = async (id: string): Promise<StoredMessage | undefined> => (await store.byIds([Number(id)]))[0];

  return {
    boxByMailbox: (realm, mailbox) => boxOf(owners.at(realm, mailbox)),
    boxById: (id) => boxOf(Number(id)),
    boxOfUser: boxOf,

    checkPin: (boxId, attempt) => pins.check(Number(boxId), attempt),
    changePin: (boxId, pin) => pins.change(Number(boxId), pin),

    messages: async (boxId, folder) => {
      const urgent = folder.kind === "new" ? await store.urgent(Number(boxId)) : [];
      const first = new Set(urgent.map(({ id }) => id));
      const { messages } = await store.list({
        boxIds: [Number(boxId)],
        folder: filterOf(folder),
        category: undefined,
        from: 0,
        until: Number.POSITIVE_INFINITY,
        words: [],
        sort: "origtime",
        ascending: true,
        start: 0,
        limit: MESSAGES_BY_TELEPHONE,
      });
      return [...urgent, ...messages.filter(({ id }) => !first.has(id))]
        .slice(0, MESSAGES_BY_TELEPHONE)
        .map(phoneMessage);
    },
    counts: async (boxId) =>
      (await store.counts([Number(boxId)])).get(Number(boxId)) ?? { newCount: 0, oldCount: 0, urgentCount: 0 },
    folders: async (boxId) =>
      (await store.customFolders([Number(boxId)])).slice(0, FOLDERS_BY_DIGIT).map(({ name }) => name),
    messageSound: async (id) => {
      const known = await message(id);
      return known === undefined ? undefined : sounds.localPath(known.sound);
    },
    markHeard: async (id) => {
      const known = await message(id);
      if (known?.place.folder === "inbox") await writes.put([known], { folder: "old" });
    },
    move: async (id, folder) => {
      const known = await message(id);
      if (known !== undefined) await writes.put([known], placeOf(folder));
    },
    remove: async (id) => {
      const known = await message(id);
      if (known !== undefined) await writes.erase([known]);
    },
    forward: (id, toBoxId, commentDraftId) => deps.forward({ id: Number(id), boxId: Number(toBoxId), commentDraftId }),

    greetingSound: async (boxId, type) => {
      const sound = await greetings.soundInUse({ boxId: Number(boxId), type });
      return sound === undefined ? undefined : sounds.localPath(sound);
    },
    removeGreeting: (boxId, type) => greetings.drop({ boxId: Number(boxId), type }),

    begin: (boxId, purpose) => recordings.begin(Number(boxId), purpose),
    finish: (draftId, _sound, marked) => recordings.finish(draftId, marked),
    discard: (draftId) => recordings.discard(draftId),
  };
}

function phoneMessage({ id, at, durationMs, from, urgent }: StoredMessage): VoicemailMessage {
  const { number, name, userId } = from;
  return {
    id: String(id),
    at,
    durationMs,
    from: { number, name, ...(userId === null ? {} : { userId }) },
    urgent: urgent === true,
  };
}

function phoneBox(
  { userId, displayName, extension }: NonNullable<ReturnType<BoxOwners["byId"]>>,
  box: Box | undefined,
  { timeZone, operator }: Pick<PhoneVoicemailDeps, "timeZone" | "operator">,
): VoicemailBox {
  const { settings, pinHash } = box ?? { settings: NEW_BOX, pinHash: null };
  return {
    id: String(userId),
    mailbox: extension,
    name: displayName,
    ownerId: userId,
    language: settings.language,
    timeZone,
    skipInstruct: settings.skip_instruct,
    envelope: settings.envelope,
    playCallerId: settings.playcid,
    // VM-42: an owner with a PIN has to enter it at their own telephone too.
    asksOwnerForPin: pinHash !== null,
    ...(operator === undefined ? {} : { operator }),
    pinDigits: { fewest: PIN_RULES.min_length, most: PIN_RULES.max_length },
  };
}

function filterOf(folder: VoicemailFolder): FolderFilter {
  if (folder.kind === "custom") return { folder: "own", name: folder.name };
  return { folder: folder.kind === "new" ? "inbox" : "old" };
}

function placeOf(folder: VoicemailFolder): MessagePlace {
  if (folder.kind === "custom") return { folder: "custom", name: folder.name };
  return { folder: folder.kind === "new" ? "inbox" : "old" };
}
