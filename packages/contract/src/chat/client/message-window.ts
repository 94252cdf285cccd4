import type { ChatMessage } from "../chat-state.ts";

/**
 * What a client knows of a room's messages: an unbroken stretch of places in the room, and answers in threads. Of two states of a
 * message the one with the greater `seq` is kept, so that pages, live changes and answers may come in any order.
 */
export class MessageWindow {
  readonly #byId = new Map<number, ChatMessage>();
  /** Places of the stretch; empty while `to < from`. */
  #from = 1;
  #to = 0;
  /** Of the first message that the server keeps. */
  #first = { n: 1, id: 1 };
  #sorted: readonly ChatMessage[] | undefined;

  get from(): number {
    return this.#from;
  }
  get to(): number {
    return this.#to;
  }
  get isEmpty(): boolean {
    return this.#to < this.#from;
  }
  get(id: number): ChatMessage | undefined {
    return this.#byId.get(id);
  }

  /** The messages of the stretch, by place. The same array until one of them changes. */
  get messages(): readonly ChatMessage[] {
    return (this.#sorted ??= [...this.#byId.values()]
      .filter(({ thread, n }) => thread === null && n >= this.#from && n <= this.#to)
      .toSorted((one, other) => one.n - other.n));
  }

  /** The known answers in a thread, by place. */
  thread(root: number): readonly ChatMessage[] {
    return [...this.#byId.values()].filter(({ thread }) => thread === root).toSorted((one, other) => one.n - other.n);
  }

  /** CHAT-82: what is before this message, and answers to it, is no longer kept; also where it comes from a page that was read earlier. */
  forgetBefore(first: { readonly n: number; readonly id: number }): void {
    if (first.id <= this.#first.id) return;
    this.#first = first;
    for (const [id, message] of this.#byId) if (this.#isGone(message)) this.#byId.delete(id);
    this.#from = Math.max(this.#from, first.n);
    this.#to = Math.max(this.#to, first.n - 1);
    this.#sorted = undefined;
  }

  /** Only these are known from now on; they end at place `n`, which is also the end of none. */
  replace(known: readonly ChatMessage[], n: number): void {
    const messages = known.filter((message) => !this.#isGone(message));
    this.#byId.clear();
    const places = messages.filter(({ thread }) => thread === null).map((message) => message.n);
    this.#from = Math.min(n + 1, ...places);
    this.#to = Math.max(places.length === 0 ? n : 0, ...places);
    this.#sorted = undefined;
    for (const message of messages) this.#keep(message);
  }

  /** Changed messages: known ones are replaced, and new ones kept where they continue the stretch. */
  merge(messages: readonly ChatMessage[]): void {
    for (const message of messages.toSorted((one, other) => one.n - other.n)) {
      if (message.thread === null && message.n === this.#to + 1) this.#to = message.n;
      if (message.thread !== null || this.#holds(message.n)) this.#keep(message);
    }
  }

  /** A page of history: it lengthens the stretch where it touches it, and replaces it elsewhere. */
  addPage(page: readonly ChatMessage[]): void {
    const messages = page.filter((message) => !this.#isGone(message));
    const places = messages.filter(({ thread }) => thread === null).map(({ n }) => n);
    const [first] = places;
    const last = places.at(-1);
    if (first !== undefined && last !== undefined) {
      const touches = !this.isEmpty && first <= this.#to + 1 && last >= this.#from - 1;
      if (touches) {
        this.#from = Math.min(this.#from, first);
        this.#to = Math.max(this.#to, last);
      } else {
        const kept = messages.map((message) => this.#newer(message));
        for (const [id, { thread }] of this.#byId) if (thread === null) this.#byId.delete(id);
        this.#from = first;
        this.#to = last;
        for (const message of kept) this.#keep(message);
      }
    }
    for (const message of messages) this.#keep(message);
  }

  #isGone({ id, thread }: ChatMessage): boolean {
    return (thread ?? id) < this.#first.id;
  }
  #holds(n: number): boolean {
    return n >= this.#from && n <= this.#to;
  }
  #newer(message: ChatMessage): ChatMessage {
    const known = this.#byId.get(message.id);
    return known === undefined || known.seq < message.seq ? message : known;
  }
  #keep(message: ChatMessage): void {
    if (this.#isGone(message)) return;
    const newer = this.#newer(message);
    if (this.#byId.get(message.id) === newer) return;
    this.#byId.set(message.id, newer);
    this.#sorted = undefined;
  }
}
