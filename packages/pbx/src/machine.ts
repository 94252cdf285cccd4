/**
 * Runs a pure step function: keeps the state and performs the effects. Events are processed one after the other, also
 * those that an effect sends.
 */
export interface Machine<State, Event> {
  readonly state: State;
  send(event: Event): void;
}

interface MachineParts<State, Event, Effect> {
  readonly initial: State;
  readonly step: (state: State, event: Event) => { readonly state: State; readonly effects: readonly Effect[] };
  readonly perform: (effect: Effect) => void;
}

export const createMachine = <State, Event, Effect>(parts: MachineParts<State, Event, Effect>): Machine<State, Event> =>
  new StepMachine(parts);

class StepMachine<State, Event, Effect> implements Machine<State, Event> {
  readonly #parts: MachineParts<State, Event, Effect>;
  readonly #waiting: Event[] = [];
  #state: State;
  #running = false;

  constructor(parts: MachineParts<State, Event, Effect>) {
    this.#parts = parts;
    this.#state = parts.initial;
  }

  get state(): State {
    return this.#state;
  }

  send(event: Event): void {
    this.#waiting.push(event);
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) this.#take(next);
    } finally {
      this.#running = false;
    }
  }

  #take(event: Event): void {
    const { state, effects } = this.#parts.step(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#parts.perform(effect);
  }
}
