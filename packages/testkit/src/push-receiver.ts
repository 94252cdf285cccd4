import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import ece from "http_ece";

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: unknown;
}

/** A push service together with its browser: receives messages over HTTP and decrypts them (RFC 8291). */
export interface PushReceiver {
  readonly origin: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly received: readonly ReceivedPush[];
  /** Sets the status of all further responses. */
  answer(status: number): void;
  /** Answers nothing more until the function that it returns is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const privateKey = createECDH("prime256v1");
  const p256dh = privateKey.generateKeys("base64url");
  const authSecret = randomBytes(16).toString("base64url");
  const received: ReceivedPush[] = [];
  let status = 201;
  let held: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = ece.decrypt(Buffer.concat(chunks), { version: "aes128gcm", privateKey, authSecret }).toString();
      received.push({ path: request.url ?? "", headers: request.headers, message: JSON.parse(text) });
      void held.then(() => response.writeHead(status).end());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the receiver has no port");
  const origin = `http://127.0.0.1:${bound.port}`;
  return {
    origin,
    endpoint: `${origin}/push/${randomBytes(8).toString("hex")}`,
    keys: { p256dh, auth: authSecret },
    received,
    answer: (next) => {
      status = next;
    },
    hold: () => {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
