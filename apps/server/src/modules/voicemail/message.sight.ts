import { AppError, type Voicemail } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { UserStore } from "../users/index.ts";
import type { StoredMessage } from "./voicemail.model.ts";
import { mayHear, mayKnow, mayList, mayWrite } from "./voicemail.policy.ts";
import type { VoicemailStore } from "./voicemail.store.ts";
import { presentMessage } from "./voicemail.view.ts";

export interface MessageSightDeps {
  readonly store: Pick<VoicemailStore, "byIds">;
  readonly users: Pick<UserStore, "byId" | "byExtension">;
}

/** The messages that a caller may see. */
export interface MessageSight {
  present(caller: Caller, messages: readonly StoredMessage[]): Promise<Voicemail[]>;
  /** VM-2: the messages that the caller may see; others give the same result as unknown ones. */
  known(caller: Caller, ids: readonly number[]): Promise<readonly StoredMessage[]>;
  /** @throws AppError vmail.notFound */
  one(caller: Caller, id: number): Promise<StoredMessage>;
  /** Ids of the boxes with these numbers, separated by commas, that the caller may list; the caller's own box without any number. */
  listable(caller: Caller, extensions: string): Promise<readonly number[]>;
}

export function createMessageSight({ store, users }: MessageSightDeps): MessageSight {
  /** Numbers of boxes of people in the caller's company. */
  const mailboxes = async (caller: Caller, boxIds: Iterable<number>): Promise<ReadonlyMap<number, string>> => {
    const others = [...new Set(boxIds)].filter((id) => id !== caller.userId);
    const people = await Promise.all(others.map((id) => users.byId(id)));
    return new Map([
      [caller.userId, caller.extension],
      ...people.flatMap((user) => (user?.realm.id === caller.realm.id ? [[user.id, user.extension] as const] : [])),
    ]);
  };

  const known = async (caller: Caller, ids: readonly number[]): Promise<readonly StoredMessage[]> => {
    const messages = await store.byIds([...new Set(ids)]);
    const numbers = await mailboxes(
      caller,
      messages.map(({ boxId }) => boxId),
    );
    return messages.filter(({ boxId }) => numbers.has(boxId) && mayKnow(caller, boxId));
  };

  return {
    known,
    present: async (caller, messages) => {
      const numbers = await mailboxes(
        caller,
        messages.map(({ boxId }) => boxId),
      );
      return messages.flatMap((message) => {
        const { boxId } = message;
        const mailbox = numbers.get(boxId);
        if (mailbox === undefined) return [];
        const rights = { mayRead: mayHear(caller, boxId), mayWrite: mayWrite(caller, boxId) };
        return [presentMessage(message, { mailbox, ...rights })];
      });
    },
    one: async (caller, id) => {
      const [message] = await known(caller, [id]);
      if (message === undefined) throw new AppError("vmail.notFound");
      return message;
    },
    listable: async (caller, extensions) => {
      const numbers = new Set(extensions.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()])));
      if (numbers.size === 0) numbers.add(caller.extension);
      const people = await Promise.all([...numbers].map((number) => users.byExtension(caller.realm.id, number)));
      return people.flatMap((user) => (user !== undefined && mayList(caller, user.id) ? [user.id] : []));
    },
  };
}
