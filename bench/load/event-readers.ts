/** Panels for gateway.bench.ts, in a process of their own: each signs in, answers pings, and notes how old every event is when it is read. */
import { once } from "node:events";
import { WebSocket } from "ws";

export interface ReadersReport {
  readonly latenciesMs: readonly number[];
  readonly frameCount: number;
}

const NOTE = '"note":"';
const PONG = JSON.stringify({ type: "pong" });
const AT_ONCE = 50;
/** One panel in so many keeps each age; all of them count. */
const SAMPLED_EVERY = 10;
const [url = "", wanted = "0", username = "panel", realm = "bench"] = process.argv.slice(2);
let measuring = false;
let frameCount = 0;
let latenciesMs: number[] = [];

async function connect(number: number): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, "open");
  const joined = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      const text = data.toString("latin1");
      const at = text.indexOf(NOTE);
      if (text.startsWith('{"type":"ping"')) socket.send(PONG);
      else if (text.startsWith('{"type":"snapshot"')) resolve();
      else if (measuring && at > 0) {
        frameCount += 1;
        if (number % SAMPLED_EVERY > 0) return;
        const sentAt = Number(text.slice(at + NOTE.length, text.indexOf('"', at + NOTE.length)));
        latenciesMs.push(performance.timeOrigin + performance.now() - sentAt);
      }
    });
  });
  socket.send(JSON.stringify({ type: "signin", username, token: "t", realm }));
  await joined;
}

process.on("message", (order) => {
  if (order === "measure") {
    measuring = true;
    frameCount = 0;
    latenciesMs = [];
    return;
  }
  measuring = false;
  process.send?.({ latenciesMs, frameCount } satisfies ReadersReport);
});

for (let first = 0; first < Number(wanted); first += AT_ONCE)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => connect(first + at)));
process.send?.("joined");
