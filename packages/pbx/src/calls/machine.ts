/**
 * Runs a pure step function: keeps the state and performs the effects. Events are processed one after the other, also
 * those that an effect sends.
 */
export interface Machine<State, Event> {
  readonly state: State;
  send(event: Event): void;
}

export function createMachine<State, Event, Effect>(parts: {
  readonly initial: State;
  readonly step: (state: State, event: Event) => { readonly state: State; readonly effects: readonly Effect[] };
  readonly perform: (effect: Effect) => void;
}): Machine<State, Event> {
  const waiting: Event[] = [];
  let state = parts.initial;
  let running = false;
  return {
    get state() {
      return state;
    },
    send: (event) => {
      waiting.push(event);
      if (running) return;
      running = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { state: after, effects } = parts.step(state, next);
          state = after;
          for (const effect of effects) parts.perform(effect);
        }
      } finally {
        running = false;
      }
    },
  };
}
