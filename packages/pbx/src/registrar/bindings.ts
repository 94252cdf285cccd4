/**
 * The contacts of all users, each bound to the WebSocket that registered it (RFC 5626: requests are sent over that
 * flow).
 */
import type { NameAddr, Uri } from "@callpanel/sip";
import type { Clock, DirectoryUser, UnregisterReason } from "@callpanel/phone-port";

export interface Binding {
  /** Identifies the contact in a later REGISTER: `+sip.instance` and `reg-id`, otherwise the contact's user and host. */
  readonly key: string;
  readonly user: DirectoryUser;
  readonly contact: NameAddr;
  readonly connectionId: string;
  readonly remoteAddress: string;
  /** The secret with which its phone has proved itself. */
  readonly credentialId: string;
  readonly userAgent: string;
  /** Its REGISTER allows MESSAGE. */
  readonly takesTexts: boolean;
  readonly callId: string;
  readonly cseq: number;
  readonly registeredAt: number;
  readonly expiresAt: number;
}

export interface Bindings {
  /** Adds or replaces by key; returns the earlier binding. */
  put(binding: Binding): Binding | undefined;
  remove(userId: number, key: string, reason: UnregisterReason): void;
  removeUser(userId: number, reason: UnregisterReason): void;
  removeConnection(connectionId: string, reason: UnregisterReason): void;
  removeAll(reason: UnregisterReason): void;
  /** Oldest first. */
  ofUser(userId: number): readonly Binding[];
  all(): readonly Binding[];
  readonly count: number;
  /** Whether any of them takes text messages. */
  readonly hasTextTakers: boolean;
}

interface Entry {
  readonly binding: Binding;
  readonly stopExpiry: () => void;
}

export function createBindings(deps: {
  readonly clock: Clock;
  readonly removed: (binding: Binding, reason: UnregisterReason) => void;
}): Bindings {
  const { clock, removed } = deps;
  const users = new Map<number, Map<string, Entry>>();
  const connections = new Map<string, Set<Entry>>();
  let count = 0;
  let textTakers = 0;

  const unlink = (entry: Entry): boolean => {
    const { binding, stopExpiry } = entry;
    const entries = users.get(binding.user.id);
    if (entries?.get(binding.key) !== entry) return false;
    stopExpiry();
    entries.delete(binding.key);
    if (entries.size === 0) users.delete(binding.user.id);
    const ofConnection = connections.get(binding.connectionId);
    ofConnection?.delete(entry);
    if (ofConnection?.size === 0) connections.delete(binding.connectionId);
    count -= 1;
    if (binding.takesTexts) textTakers -= 1;
    return true;
  };
  const drop = (entry: Entry | undefined, reason: UnregisterReason): void => {
    if (entry !== undefined && unlink(entry)) removed(entry.binding, reason);
  };

  return {
    put: (binding) => {
      const before = users.get(binding.user.id)?.get(binding.key);
      if (before !== undefined) unlink(before);
      const entry: Entry = {
        binding,
        stopExpiry: clock.setTimeout(() => drop(entry, "expired"), Math.max(0, binding.expiresAt - clock.now())),
      };
      getOrAdd(users, binding.user.id, () => new Map<string, Entry>()).set(binding.key, entry);
      getOrAdd(connections, binding.connectionId, () => new Set<Entry>()).add(entry);
      count += 1;
      if (binding.takesTexts) textTakers += 1;
      return before?.binding;
    },
    remove: (userId, key, reason) => drop(users.get(userId)?.get(key), reason),
    removeUser: (userId, reason) => {
      for (const entry of users.get(userId)?.values() ?? []) drop(entry, reason);
    },
    removeConnection: (connectionId, reason) => {
      for (const entry of connections.get(connectionId) ?? []) drop(entry, reason);
    },
    removeAll: (reason) => {
      for (const entries of users.values()) for (const entry of entries.values()) drop(entry, reason);
    },
    ofUser: (userId) => [...(users.get(userId)?.values() ?? [])].map(({ binding }) => binding),
    all: () => [...users.values()].flatMap((entries) => [...entries.values()].map(({ binding }) => binding)),
    get hasTextTakers() {
      return textTakers > 0;
    },
    get count() {
      return count;
    },
  };
}

/** The key of a contact, see `Binding.key`. */
export function contactKey(contact: NameAddr): string {
  const instance = contact.params.get("+sip.instance");
  const regId = contact.params.get("reg-id");
  if (instance !== undefined && regId !== undefined) return `${instance} ${regId}`;
  return phoneKey(contact.uri) ?? "";
}

/** The user and host of a contact. They are the same in all dialogs of one phone; other parts may differ. */
export function phoneKey(uri: Uri): string | undefined {
  return uri.kind === "sip" ? `${uri.user ?? ""}@${uri.host}:${uri.port ?? ""}` : undefined;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
