import type { NotifyLevel } from "@callpanel/contract";

/** A notification that browsers of a person show while they have no page open. */
export interface PushedNotice {
  readonly userId: number;
  /** `noticeTag` of its conversation: there is one for each. */
  readonly tag: string;
  /** The message, and its place in the room or thread. */
  readonly message: number;
  readonly n: number;
  /** 0: of the room itself. */
  readonly thread: number;
}

/** The people to check: members of a room, or these people of a company. */
export type Among = { readonly roomId: number } | { readonly realmId: number; readonly userIds: readonly number[] };

export interface NoticeStore {
  /**
   * Those who may use chat, have a browser that takes notifications, and use no device; of them only `only`. `level`: the
   * messages of the room that make a notice for the person; without a room `all`.
   */
  absent(query: {
    readonly among: Among;
    readonly only?: number;
    readonly now: number;
  }): Promise<ReadonlyArray<{ readonly userId: number; readonly level: NotifyLevel }>>;
  /** Unread messages of each person in all of their rooms, those of silent rooms only if they mention them. */
  unread(userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Key of the picture that a person shows. */
  picture(userId: number): Promise<string | null>;
  pushed(userId: number, tag: string): Promise<PushedNotice | undefined>;
  /** Those who are shown this message. */
  pushedOf(tag: string, message: number): Promise<readonly PushedNotice[]>;
  keepPushed(notice: PushedNotice): Promise<void>;
  /** @returns false: another message took its place, or it is gone already */
  forgetPushed(notice: PushedNotice): Promise<boolean>;
}
