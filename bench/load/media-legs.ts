/** The legs of an engine under a load of media-load.ts: how they are connected, and how long they are sent to. */
import type { ChildProcess } from "node:child_process";
import type { MediaPort } from "../../packages/media/src/media.port.ts";
import { nextMessage } from "./load-messages.ts";
import type { FromLoad, LoadVoice, ToLoad } from "./media-load.ts";

/** Answers how long it took. Without a voice the far end sends packets of chance as Opus. */
export async function connectLeg(port: MediaPort, load: ChildProcess, id: number, voice?: LoadVoice): Promise<number> {
  const startedAt = performance.now();
  const { sdp } = await port.offer({ codecs: [voice?.codec ?? "opus"] });
  const connected = new Promise<number>((resolve, reject) => {
    port.subscribe((event) => {
      if (event.kind === "connected") resolve(performance.now() - startedAt);
      if (event.kind === "failed") reject(new Error(event.reason));
    });
  });
  post(load, { kind: "connect", id, offer: sdp, ...(voice && { voice }) });
  const answer = await nextMessage<FromLoad>(load, (message) => message.kind === "answer" && message.id === id);
  if (answer.kind === "answer") await port.accept({ answer: answer.sdp });
  return connected;
}

export async function sendFor(load: ChildProcess, forMs: number): Promise<Extract<FromLoad, { kind: "sent" }>> {
  post(load, { kind: "send", forMs });
  const message = await nextMessage<FromLoad>(load, ({ kind }) => kind === "sent");
  if (message.kind !== "sent") throw new Error("unexpected message of the load");
  return message;
}

function post(load: ChildProcess, message: ToLoad): void {
  load.send(message);
}
