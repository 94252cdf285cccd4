/** The example of docs/examples as a host application, on an origin of its own. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export interface HostPage {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  stop(): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = { "/": "host.html", "/host.js": "host.js" };

export async function serveHostPage(): Promise<HostPage> {
  const server = createServer((request, response) => {
    const name = FILES[new URL(request.url ?? "/", "http://host").pathname];
    if (name === undefined) return void response.writeHead(404).end();
    const path = fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url));
    void readFile(path).then((body) =>
      response.writeHead(200, { "content-type": name.endsWith(".js") ? "text/javascript" : "text/html" }).end(body),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the host page has no port");
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
