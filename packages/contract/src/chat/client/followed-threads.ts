import type { ChatThread } from "../chat-state.ts";

type Place = Pick<ChatThread, "n" | "read">;

const keyOf = (room: string, root: number): string => `${room}/${root}`;

/** The threads that a person follows, as far as they are known: of places the greater ones win. */
export class FollowedThreads {
  readonly #places = new Map<string, Place>();
  /** What the server sent about following, also of threads that are not followed. */
  readonly #told = new Map<string, boolean>();
  /** Known before something was missed, and not heard of since: they may be followed no longer. */
  readonly #old = new Set<string>();

  of(room: string, root: number): Place | undefined {
    return this.#places.get(keyOf(room, root));
  }
  unread(room: string, root: number): number {
    const { n, read } = this.of(room, root) ?? { n: 0, read: 0 };
    return Math.max(0, n - read);
  }
  /** Undefined: not known yet. */
  isFollowed(room: string, root: number): boolean | undefined {
    return this.#told.get(keyOf(room, root));
  }
  tell(room: string, root: number, isFollowed: boolean): void {
    this.#told.set(keyOf(room, root), isFollowed);
    if (!isFollowed) this.unfollow(room, root);
  }
  countUnread(): number {
    return [...this.#places.values()].filter(({ n, read }) => n > read).length;
  }

  follow(room: string, root: number, { n, read }: Place): void {
    const key = keyOf(room, root);
    const known = this.#places.get(key) ?? { n: 0, read: 0 };
    this.#old.delete(key);
    this.#places.set(key, { n: Math.max(known.n, n), read: Math.max(known.read, read) });
  }
  unfollow(room: string, root: number): void {
    this.#places.delete(keyOf(room, root));
  }
  /** Something was missed; the list of all will come. */
  cut(): void {
    for (const key of this.#places.keys()) this.#old.add(key);
  }
  addAll(list: readonly ChatThread[]): void {
    for (const { room, root, n, read } of list) {
      this.follow(room, root, { n, read });
      this.tell(room, root, true);
    }
    for (const key of this.#old) {
      this.#places.delete(key);
      this.#told.delete(key);
    }
    this.#old.clear();
  }
  /** The threads of messages of a room that are no longer kept: those with a smaller id. */
  forget(room: string, beforeId = Infinity): void {
    for (const known of [this.#places, this.#told])
      for (const key of known.keys()) {
        const [of, root] = key.split("/");
        if (of === room && Number(root) < beforeId) known.delete(key);
      }
  }
}
