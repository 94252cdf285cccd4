/** Whose services they are: one object from sign-in to sign-out. */
export interface Scoped {
  readonly scope: object;
}

/** A part that one feature provides and others use. Its interface is in `shared`, its code in the feature. */
export interface Service<Part> {
  /** Throws if no feature offers it. */
  of(panel: Scoped): Part;
  /** `get` creates the part with the first use. */
  offer(panel: Scoped, get: () => Part): void;
}

/** `name`: for the error message. */
export function defineService<Part>(name: string): Service<Part> {
  const offered = new WeakMap<object, () => Part>();
  return {
    of({ scope }) {
      const get = offered.get(scope);
      if (get === undefined) throw new Error(`no feature offers ${name}`);
      return get();
    },
    offer: ({ scope }, get) => void offered.set(scope, get),
  };
}
