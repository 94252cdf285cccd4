/** A wall link. Times in milliseconds since the epoch. */
export interface StoredWall {
  readonly id: number;
  readonly realmId: number;
  /** The person who made it. */
  readonly userId: number;
  readonly name: string;
  /** Numbers. */
  readonly queues: readonly string[];
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** Wall links; of their secrets only the digests are kept. They are removed with the person who made them. */
export interface QueueWallStore {
  /** The latest first. */
  wallsOf(realmId: number): Promise<readonly StoredWall[]>;
  /** Undefined: the person has `most` links already. */
  add(wall: Omit<StoredWall, "id" | "usedAt">, digest: string, most: number): Promise<StoredWall | undefined>;
  byDigest(digest: string): Promise<StoredWall | undefined>;
  /** Links of all companies. */
  all(): Promise<readonly StoredWall[]>;
  keepQueues(id: number, queues: readonly string[]): Promise<void>;
  used(id: number, at: number): Promise<void>;
  remove(id: number): Promise<void>;
}
