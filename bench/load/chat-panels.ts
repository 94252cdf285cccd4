/** Panels for chat.bench.ts, in a process of their own: they follow their rooms, write in turn, and note how old each message is when it is seen. */
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { WebSocket } from "ws";
import { endpoints } from "@callpanel/contract";

/** The first order. */
export interface PanelsOrder {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Access tokens of the people; panel number x is person x modulo their number. */
  readonly tokens: readonly string[];
  readonly panels: number;
  /** Members by their number. */
  readonly rooms: ReadonlyArray<{ readonly id: string; readonly members: readonly number[] }>;
}
/** The others. */
export interface WriteOrder {
  readonly perSecond: number;
  readonly seconds: number;
}
export interface PanelsReport {
  readonly latenciesMs: readonly number[];
  /** Messages that were to be seen, by all panels together. */
  readonly wanted: number;
}

const PONG = JSON.stringify({ type: "pong" });
const SENT = /"preview":"sent ([\d.]+)"/;
/** Until the last message has been seen everywhere. */
const LAST_MS = 2_000;
const sockets: WebSocket[] = [];
let office: PanelsOrder | undefined;
let latenciesMs: number[] = [];
let sent = 0;

async function connect({ address, tokens }: PanelsOrder, token: string): Promise<WebSocket> {
  const answer = await fetch(`${address}/api/v1/chats/auth`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`${answer.status} for one of ${tokens.length} people`);
  const { token: once_, url } = endpoints.authChat.response.parse(await answer.json());
  const socket = new WebSocket(new URL(url, address.replace("http", "ws")), { perMessageDeflate: false });
  await once(socket, "open");
  const ready = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      if (text.startsWith('{"type":"ping"')) socket.send(PONG);
      else if (text.startsWith('{"type":"hello"'))
        socket.send(JSON.stringify({ type: "subscribe", topics: ["unread", "notifications"] }));
      else if (text.startsWith('{"type":"rooms"')) resolve();
      else if (text.startsWith('{"type":"activity"')) {
        const at = SENT.exec(text)?.[1];
        if (at !== undefined) latenciesMs.push(performance.now() - Number(at));
      }
    });
  });
  socket.send(JSON.stringify({ type: "signin", token: once_ }));
  await ready;
  return socket;
}

async function open(order: PanelsOrder): Promise<void> {
  office = order;
  for (let at = 0; at < order.panels; at += 1)
    sockets.push(await connect(order, order.tokens[at % order.tokens.length] ?? ""));
  process.send?.("open");
}

/** The hundredth message of a second is due after 990 ms, however long the others took. */
async function write({ perSecond, seconds }: WriteOrder): Promise<PanelsReport> {
  const { rooms = [], tokens = [], panels = 0 } = office ?? {};
  latenciesMs = [];
  let wanted = 0;
  const begun = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const wait = begun + (count * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent += 1;
    const { id = "", members = [] } = rooms[sent % rooms.length] ?? {};
    const text = `sent ${performance.now()}`;
    const order = { order: "send", room: id, client_id: `bench-${String(sent).padStart(8, "0")}`, text };
    sockets[members[sent % members.length] ?? 0]?.send(JSON.stringify({ type: "order", request: String(sent), order }));
    wanted += Array.from({ length: panels }, (_, at) => at % tokens.length).filter((at) => members.includes(at)).length;
  }
  await new Promise((resolve) => setTimeout(resolve, LAST_MS));
  return { latenciesMs, wanted };
}

process.on("message", (order: PanelsOrder | WriteOrder) => {
  const done = "address" in order ? open(order) : write(order).then((report) => process.send?.(report));
  done.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
