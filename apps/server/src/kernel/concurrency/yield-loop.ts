/** Yields to the event loop between two parts of a long task, so that calls and sockets are served. */
export const yieldLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
