import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";

/** Longer than requests of the panel take. What is longer, like a download, is cut off then. */
export const REQUESTS_GRACE_MS = 3_000;

/**
 * SERVER-70: call it before routes are added.
 * @returns accepts no more requests, waits for those in progress, also where the client is gone, and closes every connection
 */
export function createGracefulClose(app: FastifyInstance, clock: Pick<Clock, "setTimeout">): () => Promise<void> {
  let count = 0;
  let wake = (): void => undefined;
  const begin = (): (() => void) => {
    count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      count -= 1;
      if (count === 0) wake();
    };
  };
  app.addHook("onRequest", (_request, { raw }, next) => {
    const end = begin();
    raw.once("finish", end);
    raw.once("close", end);
    next();
  });
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = async function counted(request, reply) {
      const end = begin();
      try {
        return await handler.call(this, request, reply);
      } finally {
        end();
      }
    };
  });
  return async () => {
    // Connections without a request are closed at once; the others would stay open after their response.
    const closed = app.close();
    if (count > 0)
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimeout(resolve, REQUESTS_GRACE_MS);
        wake = () => {
          cancel();
          resolve();
        };
      });
    app.server.closeAllConnections();
    await closed;
  };
}
