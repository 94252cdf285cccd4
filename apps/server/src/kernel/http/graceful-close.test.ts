import { connect } from "node:net";
import { createFakeClock } from "@callpanel/testkit";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { createGracefulClose, REQUESTS_GRACE_MS } from "./graceful-close.ts";

/** A promise that is settled from outside. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settled) => (resolve = settled));
  return { promise, resolve };
}

describe("the end of a server", () => {
  const setUp = async () => {
    const clock = createFakeClock();
    const app = Fastify({ forceCloseConnections: "idle" });
    const close = createGracefulClose(app, clock);
    const reached = deferred<undefined>();
    const work = deferred<string>();
    let done = "";
    app.get("/slow", async () => {
      reached.resolve(undefined);
      done = await work.promise;
      return done;
    });
    app.get("/fast", async () => "fast");
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    return { clock, app, close, reached: reached.promise, work, address, done: () => done };
  };

  it("SERVER-70 a request in progress is answered, later ones are not accepted, and idle connections hold nothing up", async () => {
    const { close, reached, work, address } = await setUp();
    expect(await (await fetch(`${address}/fast`)).text()).toBe("fast");
    const answer = fetch(`${address}/slow`);
    await reached;
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    await expect(fetch(`${address}/fast`)).rejects.toThrow("fetch failed");
    expect(isClosed).toBe(false);
    work.resolve("written");
    expect(await (await answer).text()).toBe("written");
    await closed;
  });

  it("SERVER-70 a request whose client is gone is completed first", async () => {
    const { app, close, reached, work, address, done } = await setUp();
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    const gone = new Promise((resolve) => app.server.once("connection", (end) => end.once("close", resolve)));
    socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await reached;
    socket.destroy();
    await gone;
    const closed = close();
    work.resolve("written");
    await closed;
    expect(done()).toBe("written");
  });

  it("SERVER-70 a request that does not end is cut off after the grace", async () => {
    const { clock, close, reached, address } = await setUp();
    const answer = fetch(`${address}/slow`).then(
      () => "answered",
      () => "cut off",
    );
    await reached;
    const closed = close();
    await clock.advance(REQUESTS_GRACE_MS);
    await closed;
    expect(await answer).toBe("cut off");
  });
});
