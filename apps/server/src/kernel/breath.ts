/** Lets whatever waits on the thread go first: calls and sockets, between two pieces of a long work. */
export const takeBreath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
