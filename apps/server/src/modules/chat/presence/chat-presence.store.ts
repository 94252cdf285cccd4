import type { PresenceStatus, PresenceType } from "@callpanel/contract";

/** What a person chose. */
export interface ChosenPresence {
  readonly status: PresenceStatus;
  readonly message: string;
  /** One of the company's own kinds. */
  readonly kind: PresenceType | undefined;
}

/** A person's preferences in chat. */
export interface ChatPreferences {
  readonly busyOnCalls: boolean;
  readonly callLines: boolean;
}

/** Everything from which the presence of a person follows. */
export interface StoredPresence {
  readonly userId: number;
  readonly username: string;
  readonly chosen: ChosenPresence | undefined;
  /** Devices at servers that run. */
  readonly devices: number;
  readonly idle: number;
  /** Answered calls at servers that run, on any telephone. */
  readonly calls: number;
  readonly busyOnCalls: boolean;
}

/** What a server knows of a person's presence. */
export interface PresenceCounts {
  readonly devices: number;
  readonly idle: number;
  readonly calls: number;
}

/** The person who changes the company's statuses, for the audit log; times in ms since the epoch. */
export interface KindChange {
  readonly by: number;
  readonly at: number;
}

export interface ChatPresenceStore {
  /** Of people of a company: those with these ids, with this username (in lower case), or all who have a device. */
  presences(
    realmId: number,
    of: { readonly userIds: readonly number[] } | { readonly username: string } | "present",
  ): Promise<readonly StoredPresence[]>;
  /** Those of the people who chose to be busy, themselves or by a kind of their company. */
  chosenBusy(userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** `message` undefined: the text stays. */
  choose(
    userId: number,
    chosen: Pick<ChosenPresence, "status"> & { readonly typeId: number | null },
    message: string | undefined,
  ): Promise<void>;
  preferences(userId: number): Promise<ChatPreferences>;
  setPreferences(userId: number, preferences: Partial<ChatPreferences>): Promise<void>;
  /** Devices and calls of a person at a server; none: the row is removed. @returns the person's company */
  setCounts(server: string, userId: number, counts: PresenceCounts): Promise<number | undefined>;
  /** Removes the devices and calls of a server. @returns whose they were */
  forgetServer(server: string): Promise<ReadonlyArray<{ readonly userId: number; readonly realmId: number }>>;
  types(realmId: number): Promise<readonly PresenceType[]>;
  /** `exists`: another one has the name; `tooMany`: there are `most`. */
  addType(
    realmId: number,
    type: Pick<PresenceType, "name" | "type">,
    change: KindChange & { readonly most: number },
  ): Promise<"added" | "exists" | "tooMany">;
  changeType(realmId: number, type: PresenceType, change: KindChange): Promise<"changed" | "exists" | "gone">;
  /** @returns the people who had chosen it; undefined: there is none */
  removeType(realmId: number, id: number, change: KindChange): Promise<readonly number[] | undefined>;
}
