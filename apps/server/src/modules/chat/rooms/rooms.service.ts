/** Rooms and their members: what the orders of people do (docs/spec/chat.md). */
import {
  AppError,
  CHAT_LIMITS,
  mayKeep,
  roomNameOf,
  type AuditAct,
  type AuditDetails,
  type NotifyLevel,
  type RoomKeeping,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { SoundStore } from "../../../kernel/files/sound-store.port.ts";
import type { Log } from "../../../kernel/log.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { KeepLimits } from "../../realm-settings/index.ts";
import type { ChatFacts } from "../chat.facts.ts";
import {
  demandLive,
  demandOwner,
  isListedOwner,
  isOwner,
  noRoom,
  ownMember,
  rowId,
  seenRoom,
  type ChatCaller,
} from "../chat.policy.ts";
import type { ChatStore, HeldRoom, ListedRoom, StoredMember } from "../chat.store.ts";

export interface RoomsDeps {
  readonly store: ChatStore;
  readonly facts: ChatFacts;
  readonly keepLimits: (realmId: number) => Promise<KeepLimits>;
  readonly sounds: Pick<SoundStore, "release">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface RoomDraft {
  /** Undefined: direct messages. */
  readonly name: string | undefined;
  readonly type: "c" | "p";
  readonly topic: string;
  readonly readOnly: boolean;
  /** `rocket_uid`s */
  readonly people: readonly string[];
}

type OfRoom = Pick<RoomsDeps, "store" | "facts" | "clock" | "log"> & {
  /** Runs a change of a room by one of its members. @returns the room afterwards */
  readonly change: <T>(
    caller: ChatCaller,
    roomId: string,
    change: (held: HeldRoom, own: StoredMember) => Promise<T>,
  ) => Promise<T>;
};

export type Rooms = ReturnType<typeof createRooms>;

export function createRooms(deps: RoomsDeps) {
  const { store } = deps;
  const change: OfRoom["change"] = async (caller, roomId, run) => {
    const id = rowId(roomId);
    const changed =
      id === undefined
        ? undefined
        : await store.inRoom(
            id,
            async (held) => ({ result: await run(held, await ownMember(caller, held)) }),
            caller.userId,
          );
    if (changed === undefined) throw noRoom();
    return changed.result;
  };
  const see = async (caller: ChatCaller, roomId: string): Promise<ListedRoom> => {
    const found = await seenRoom(store, caller, roomId);
    if (found === undefined) throw noRoom();
    return found;
  };
  const ofRoom = { ...deps, change };
  return {
    /** CHAT-1 */
    see,
    /** CHAT-5: the same for what only owners see. */
    seeAsOwner: async (caller: ChatCaller, roomId: string): Promise<ListedRoom> => {
      const found = await see(caller, roomId);
      if (found.member === undefined) throw noRoom();
      if (found.room.type === "d") throw new AppError("chats.room.direct");
      if (!isListedOwner(found)) throw new AppError("chats.room.notOwner");
      return found;
    },
    /** The same for what only members see. @returns the row's id */
    seeAsMember: async (caller: ChatCaller, roomId: string): Promise<ListedRoom> => {
      const found = await see(caller, roomId);
      if (found.member === undefined) throw noRoom();
      return found;
    },
    create: (caller: ChatCaller, draft: RoomDraft) => createRoom(deps, caller, draft),
    ...roomChanges(ofRoom, deps),
    /** CHAT-81: everybody in the room sees its limit. */
    keeping: async (caller: ChatCaller, roomId: string): Promise<RoomKeeping> => {
      const { room, member } = await see(caller, roomId);
      if (member === undefined) throw noRoom();
      const { chatDays: company, rooms: allowed } = await deps.keepLimits(room.realmId);
      return { company, allowed: room.type === "d" ? "none" : allowed, own: room.keepDays };
    },
    ...memberChanges(ofRoom),
    ...ownChanges(ofRoom),
  };
}

/** CHAT-4: a name that another channel has, or another group of the person. Groups of others are not given away. */
async function demandFreeName(
  { store }: Pick<RoomsDeps, "store">,
  { realm, userId }: ChatCaller,
  { name, type, except }: { readonly name: string; readonly type: "c" | "p"; readonly except?: number },
): Promise<void> {
  if (name === "") throw new AppError("chats.room.name");
  const taken = await store.roomNamed({ realmId: realm.id, userId, type, folded: foldText(name) });
  if (taken !== undefined && taken !== except) throw new AppError("chats.room.nameTaken", { name });
}

async function peopleOf({ store }: Pick<RoomsDeps, "store">, { realm }: ChatCaller, uids: readonly string[]) {
  const ids = uids.map((uid) => rowId(uid) ?? 0);
  const found = await store.contactsBy(realm.id, { ids });
  if (new Set(ids).size !== found.length) throw new AppError("chats.person.gone");
  return found;
}

async function demandPlace({ store }: Pick<RoomsDeps, "store">, userId: number): Promise<void> {
  if ((await store.countRoomsOf(userId)) >= CHAT_LIMITS.roomsPerPerson)
    throw new AppError("chats.room.tooMany", { limit: CHAT_LIMITS.roomsPerPerson });
}

async function createRoom(deps: RoomsDeps, caller: ChatCaller, draft: RoomDraft): Promise<number> {
  const { store, facts, clock, log } = deps;
  const { userId, realm } = caller;
  const people = await peopleOf(deps, caller, draft.people);
  const others = people.map(({ id }) => id).filter((id) => id !== userId);
  if (draft.name === undefined) return openDirect(deps, caller, others);
  const name = roomNameOf(draft.name);
  const { type, topic, readOnly } = draft;
  await demandFreeName(deps, caller, { name, type });
  await demandPlace(deps, userId);
  const room = await store.createRoom({
    realmId: realm.id,
    type,
    name,
    topic,
    readOnly,
    directKey: null,
    at: clock.now(),
    by: userId,
    members: [
      { userId, role: "owner", notify: "all" },
      ...others.map((id) => ({ userId: id, role: "member" as const, notify: "mentions" as const })),
    ],
  });
  if (room === undefined) throw new AppError("chats.room.nameTaken", { name });
  log.info("a room was created", { roomId: room.id, userId, type });
  facts.room(room.id, [userId, ...others]);
  return room.id;
}

/** CHAT-8: there is one direct conversation of the same people, no matter which of them opens it. */
async function openDirect(deps: RoomsDeps, caller: ChatCaller, others: readonly number[]): Promise<number> {
  const { store, facts, clock } = deps;
  const { userId, realm } = caller;
  if (others.length >= CHAT_LIMITS.directPeople)
    throw new AppError("chats.people.tooMany", { limit: CHAT_LIMITS.directPeople });
  const people = [userId, ...others].toSorted((one, other) => one - other);
  const directKey = `${realm.id}:${people.join(",")}`;
  const known = await store.directRoom(directKey);
  if (known === undefined) {
    await demandPlace(deps, userId);
    const members = people.map((id) => ({ userId: id, role: "member" as const, notify: "all" as const }));
    const draft = { realmId: realm.id, type: "d", name: "", topic: "", readOnly: false, members } as const;
    const room = await store.createRoom({ ...draft, directKey, at: clock.now() });
    if (room !== undefined) {
      facts.room(room.id, people);
      return room.id;
    }
  }
  // Somebody else was faster.
  const room = known ?? (await store.directRoom(directKey));
  if (room === undefined) throw noRoom();
  await store.inRoom(room.id, async (held) => {
    if ((await held.member(userId))?.open === false) await held.changeMember(userId, { open: true });
  });
  facts.subscription(room.id, [userId]);
  return room.id;
}

function roomChanges(
  { store, facts, clock, log, change }: OfRoom,
  { sounds, keepLimits }: Pick<RoomsDeps, "sounds" | "keepLimits">,
) {
  const asOwner = async (
    caller: ChatCaller,
    roomId: string,
    run: (held: HeldRoom, note: (act: AuditAct, details?: AuditDetails) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    const id = await change(caller, roomId, async (held, own) => {
      await demandOwner(held, own);
      await run(held, (act, details) => held.note({ act, by: caller.userId, at: clock.now(), details }));
      return held.room.id;
    });
    facts.room(id);
  };
  return {
    archive: (caller: ChatCaller, roomId: string) =>
      asOwner(caller, roomId, async (held, note) => {
        if (held.room.archived) return;
        await held.change({ archivedAt: clock.now() });
        await note("chat.archived");
      }),
    restore: (caller: ChatCaller, roomId: string) =>
      asOwner(caller, roomId, async (held, note) => {
        if (!held.room.archived) return;
        await held.change({ archivedAt: null });
        await note("chat.restored");
      }),
    rename: async (caller: ChatCaller, roomId: string, wanted: string) => {
      const name = roomNameOf(wanted);
      const room = await seenRoom(store, caller, roomId);
      if (room === undefined) throw noRoom();
      if (room.room.type !== "d" && room.member !== undefined)
        await demandFreeName({ store }, caller, { name, type: room.room.type, except: room.room.id });
      await asOwner(caller, roomId, async (held, note) => {
        demandLive(held.room);
        await held.change({ name });
        if (held.room.name !== name) await note("chat.renamed", { from: held.room.name, to: name });
      }).catch((error: unknown) => {
        // Somebody else gave the name to a channel a moment ago.
        if (error instanceof AppError) throw error;
        throw new AppError("chats.room.nameTaken", { name }, { cause: error });
      });
    },
    change: (
      caller: ChatCaller,
      roomId: string,
      { topic, ro }: { topic?: string | undefined; ro?: boolean | undefined },
    ) =>
      asOwner(caller, roomId, async (held, note) => {
        demandLive(held.room);
        const before = held.room;
        await held.change({ ...(topic !== undefined && { topic }), ...(ro !== undefined && { readOnly: ro }) });
        if (topic !== undefined && topic !== before.topic) await note("chat.topic", { from: before.topic, to: topic });
        if (ro !== undefined && ro !== before.readOnly) await note(ro ? "chat.readOnly" : "chat.writable");
      }),
    /** CHAT-81: only what the company allows. */
    keep: async (caller: ChatCaller, roomId: string, days: number | null): Promise<void> => {
      const { chatDays: company, rooms: allowed } = await keepLimits(caller.realm.id);
      await asOwner(caller, roomId, async (held, note) => {
        demandLive(held.room);
        if (!mayKeep({ company, allowed, own: days })) throw new AppError("chats.keep.notAllowed");
        const from = held.room.keepDays;
        if (from === days) return;
        await held.change({ keepDays: days });
        await note("chat.kept", { from, to: days });
      });
    },
    remove: async (caller: ChatCaller, roomId: string): Promise<void> => {
      const { id, files } = await change(caller, roomId, async (held, own) => {
        await demandOwner(held, own);
        await held.note({ act: "chat.deleted", by: caller.userId, at: clock.now() });
        return { id: held.room.id, files: await held.remove() };
      });
      log.info("a room was deleted", { roomId: id, userId: caller.userId });
      facts.roomRemoved(id);
      for (const file of files) await sounds.release({ kind: "chat", id: file });
    },
  };
}

function memberChanges(deps: OfRoom) {
  const { store, facts, clock, change } = deps;
  const personOf = async (caller: ChatCaller, uid: string): Promise<number> => {
    const [person] = await peopleOf(deps, caller, [uid]);
    if (person === undefined) throw new AppError("chats.person.gone");
    return person.id;
  };
  /** CHAT-5: the last owner stays, until somebody else is an owner. */
  const demandAnotherOwner = async (held: HeldRoom, userId: number): Promise<void> => {
    const members = await held.members();
    if (!members.some((one) => one.role === "owner" && one.userId !== userId))
      throw new AppError("chats.room.lastOwner");
  };
  const memberOf = async (held: HeldRoom, uid: string): Promise<StoredMember> => {
    const member = await held.member(rowId(uid) ?? 0);
    if (member === undefined) throw new AppError("chats.room.notMember");
    return member;
  };
  const setRole = async (caller: ChatCaller, roomId: string, uid: string, role: "owner" | "member"): Promise<void> => {
    const id = await change(caller, roomId, async (held, own) => {
      await demandOwner(held, own);
      const member = await memberOf(held, uid);
      if (role === "member" && member.role === "owner") await demandAnotherOwner(held, member.userId);
      if (member.role !== role) {
        await held.changeMember(member.userId, { role });
        const act = role === "owner" ? "chat.ownerNamed" : "chat.ownerDismissed";
        await held.note({ act, by: caller.userId, person: member.userId, at: clock.now() });
      }
      return held.room.id;
    });
    facts.room(id);
  };
  return {
    join: async (caller: ChatCaller, roomId: string): Promise<void> => {
      const { userId } = caller;
      const id = rowId(roomId) ?? 0;
      const seen = await seenRoom(store, caller, roomId);
      if (seen === undefined) throw noRoom();
      if (seen.member === undefined) await demandPlace(deps, userId);
      await store.inRoom(id, async (held) => {
        const member = await held.member(userId);
        if (member?.open === false) await held.changeMember(userId, { open: true });
        if (member !== undefined) return;
        if (held.room.type !== "c" || held.room.archived) throw noRoom();
        await held.addMember({ userId, role: "member", notify: "mentions", at: clock.now() });
        await held.note({ act: "chat.joined", by: userId, at: clock.now() });
      });
      facts.room(id, [userId]);
    },
    invite: async (caller: ChatCaller, roomId: string, uid: string): Promise<void> => {
      const id = await change(caller, roomId, async (held) => held.room.id);
      const userId = await personOf(caller, uid);
      await demandPlace(deps, userId);
      await change(caller, roomId, async (held) => {
        if (held.room.type === "d") throw new AppError("chats.room.direct");
        demandLive(held.room);
        if ((await held.member(userId)) !== undefined) return;
        await held.addMember({ userId, role: "member", notify: "mentions", at: clock.now() });
        await held.note({ act: "chat.invited", by: caller.userId, person: userId, at: clock.now() });
      });
      facts.room(id, [userId]);
    },
    kick: async (caller: ChatCaller, roomId: string, uid: string): Promise<void> => {
      const { id, userId } = await change(caller, roomId, async (held, own) => {
        await demandOwner(held, own);
        const member = await memberOf(held, uid);
        if (member.role === "owner") await demandAnotherOwner(held, member.userId);
        await held.removeMember(member.userId);
        await held.note({ act: "chat.kicked", by: caller.userId, person: member.userId, at: clock.now() });
        return { id: held.room.id, userId: member.userId };
      });
      facts.room(id, [userId]);
    },
    /** CHAT-5: the last owner names the next one. */
    leave: async (caller: ChatCaller, roomId: string, next: string | undefined): Promise<void> => {
      const { userId } = caller;
      const changed = await change(caller, roomId, async (held, own) => {
        if (held.room.type === "d") throw new AppError("chats.room.direct");
        const people = [userId];
        if (next !== undefined && (await isOwner(held, own))) {
          const heir = await memberOf(held, next);
          if (heir.role !== "owner") {
            await held.changeMember(heir.userId, { role: "owner" });
            await held.note({ act: "chat.ownerNamed", by: userId, person: heir.userId, at: clock.now() });
            people.push(heir.userId);
          }
        }
        if (own.role === "owner") await demandAnotherOwner(held, userId);
        await held.removeMember(userId);
        await held.note({ act: "chat.left", by: userId, at: clock.now() });
        return { id: held.room.id, people };
      });
      facts.room(changed.id, changed.people);
    },
    addOwner: (caller: ChatCaller, roomId: string, uid: string) => setRole(caller, roomId, uid, "owner"),
    removeOwner: (caller: ChatCaller, roomId: string, uid: string) => setRole(caller, roomId, uid, "member"),
  };
}

/** What is a person's own: the list and the notices. */
function ownChanges({ facts, change }: OfRoom) {
  const own = async (
    caller: ChatCaller,
    roomId: string,
    wanted: { readonly open?: boolean; readonly notify?: NotifyLevel },
    isDirectOnly = false,
  ): Promise<void> => {
    const id = await change(caller, roomId, async (held) => {
      if (isDirectOnly && held.room.type !== "d") throw noRoom();
      await held.changeMember(caller.userId, wanted);
      return held.room.id;
    });
    facts.subscription(id, [caller.userId]);
  };
  return {
    open: (caller: ChatCaller, roomId: string) => own(caller, roomId, { open: true }),
    close: (caller: ChatCaller, roomId: string) => own(caller, roomId, { open: false }),
    closeDirect: (caller: ChatCaller, roomId: string) => own(caller, roomId, { open: false }, true),
    notify: (caller: ChatCaller, roomId: string, notify: NotifyLevel) => own(caller, roomId, { notify }),
  };
}
