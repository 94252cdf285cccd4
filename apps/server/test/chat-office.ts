/** A server of the demo company with people at its chat socket. */
import { afterAll, beforeAll } from "vitest";
import { chatPeer, type ChatPeer } from "./chat-client.ts";
import { createTestServer, type TestServer } from "./test-server.ts";
import { openSockets, type TestSockets } from "./test-sockets.ts";

export interface ChatOffice {
  readonly server: TestServer;
  readonly sockets: TestSockets;
  readonly alice: ChatPeer;
  readonly bob: ChatPeer;
  readonly carol: ChatPeer;
}

/** Opened once for the tests of a `describe`; `take` gets it before the first of them. */
export function openChatOffice(take: (office: ChatOffice) => void): void {
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await createTestServer();
    const sockets = await openSockets(server);
    close = async () => {
      sockets.cut();
      await server.remove();
    };
    const peer = (name: string) => chatPeer(server, sockets, name);
    take({ server, sockets, alice: await peer("alice"), bob: await peer("bob"), carol: await peer("carol") });
  });
  afterAll(async () => close?.());
}
