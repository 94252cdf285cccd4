const MOST_IDS = 500;

/** The messages of a room that were sent as new: after a gap servers send some of them again. */
export class SentIds {
  readonly #ids = new Set<number>();
  /** Messages up to this one count as sent. */
  #floor: number;

  constructor(floor: number) {
    this.#floor = floor;
  }

  /** @returns whether it is sent for the first time */
  add(id: number): boolean {
    if (id <= this.#floor || this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MOST_IDS) this.#forgetHalf();
    return true;
  }

  #forgetHalf(): void {
    const early = [...this.#ids].toSorted((one, other) => one - other).slice(0, MOST_IDS / 2);
    for (const id of early) this.#ids.delete(id);
    this.#floor = early.at(-1) ?? this.#floor;
  }
}
