import { existsSync, readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { createOutbox } from "./engine/outbox.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./media.protocol.ts";
import { makeClipLibrary } from "./prompt/clip.ts";
import { readClipFile } from "./prompt/clip-file.ts";
import { createMediaHost } from "./worker/media-host.ts";

/** Entry of a media thread; started by `createMediaEngine`, bundled separately. */

const port = parentPort;
if (port === null) throw new Error("media.worker runs as a worker thread only");

port.once("message", (start: WorkerStart) => {
  if (start.role === "prompts") {
    // The build puts the clips next to the worker; without them they are made now.
    const file = new URL("media.clips", import.meta.url);
    port.postMessage(existsSync(file) ? readClipFile(readFileSync(file)) : makeClipLibrary());
    return;
  }
  const outbox = createOutbox<FromWorker>((messages) => port.postMessage(messages));
  const host = createMediaHost({
    worker: start.worker,
    settings: start.settings,
    post: outbox.post,
    onShutdown: () => {
      outbox.flush();
      port.close();
    },
  });
  port.on("message", (messages: readonly ToWorker[]) => messages.forEach(host.receive));
});
