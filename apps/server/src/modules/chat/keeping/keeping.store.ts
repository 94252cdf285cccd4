/** Messages that are no longer kept. */
export interface ExpiredPart {
  /** Ids of messages of the room: an unbroken stretch from the first that is kept. */
  readonly roots: readonly number[];
  /** Ids of answers; without `roots`, some of those of a long thread. */
  readonly answers: readonly number[];
  /** The place of the last of `roots`; 0: none. */
  readonly upTo: number;
  readonly files: readonly string[];
}

export interface ChatKeepingStore {
  /** Rooms of a company by id, with their own limit in days and the time of their first message. */
  rooms(
    realmId: number,
    after: number,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly id: number; readonly own: number | null; readonly oldest: number | null }>>;
  /** The next part to remove: at most so many messages from before a time, and so many answers; undefined: none is left. */
  expired(roomId: number, before: number, most: number): Promise<ExpiredPart | undefined>;
  /**
   * Removes a part with its words, files, mentions and what people keep of it, in one short transaction.
   * @returns `people`: those who had not read it; undefined: the room is gone
   */
  remove(
    roomId: number,
    part: ExpiredPart,
  ): Promise<
    { readonly removed: number; readonly files: readonly string[]; readonly people: readonly number[] } | undefined
  >;
}
