import { createServer } from "node:http";
import { text } from "node:stream/consumers";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ServedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
}

/** A gateway for text messages on this machine. `answer` decides on each request. */
export async function startSmsService() {
  const received: ReceivedRequest[] = [];
  const files = new Map<string, ServedAnswer>();
  let answer: (request: ReceivedRequest) => { readonly status: number; readonly body: object } | undefined = () => ({
    status: 201,
    body: { sid: `SM${received.length}` },
  });
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      received.push(one);
      const file = files.get(one.path);
      if (file !== undefined) return void response.writeHead(file.status, file.headers).end(file.bytes);
      const given = answer(one);
      if (given === undefined) response.destroy();
      else response.writeHead(given.status, { "content-type": "application/json" }).end(JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  const host = `127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`;
  return {
    received,
    plainUrl: `http://us%40er:secret@${host}/send`,
    kannelUrl: `kannel+http://us%40er:secret@${host}/cgi-bin/sendsms`,
    /** Answers by path, before `answer`. */
    files,
    origin: `http://${host}`,
    twilioUrl: `twilio+http://AC1:token@${host}`,
    /** Undefined: the connection is cut. */
    answerWith: (next: typeof answer) => void (answer = next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type SmsService = Awaited<ReturnType<typeof startSmsService>>;
