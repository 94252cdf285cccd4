/** A telephone that is no browser: SIP over its own connection, with sound in both directions for each call. */
import { once } from "node:events";
import { newPhoneSchema, tokenSchema } from "@callpanel/contract";
import { createMediaPeer, createSipPhone, type MediaPeer, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect } from "@playwright/test";
import { WebSocket } from "ws";
import { DEMO_PASSWORD } from "../company/demo.ts";

export interface Telephone {
  readonly phone: SipPhone;
  peerOf(call: PhoneCall): MediaPeer;
  stop(): Promise<void>;
}

const CLOCK = {
  now: () => Date.now(),
  setTimeout: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const REALM = "demo";

/** Registers with this account at the server with this address. */
export async function openTelephone(
  address: string,
  account: { readonly username: string; readonly password: string },
): Promise<Telephone> {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/sip`, "sip");
  await once(socket, "open");
  /** One a call, in the order of the phone's calls. */
  const peers: MediaPeer[] = [];
  const phone = createSipPhone({
    clock: CLOCK,
    realm: REALM,
    ...account,
    dial: (handlers) => {
      socket.on("message", (frame: Buffer) => handlers.receive(frame.toString()));
      socket.on("close", () => handlers.closed());
      return { send: (frame) => socket.send(frame), close: () => socket.close() };
    },
    media: () => {
      const peer = createMediaPeer({ codec: "opus" });
      peers.push(peer);
      return { offer: () => peer.offer(), answer: peer.answer, accept: peer.accept };
    },
  });
  // The server reads what the command line wrote a moment later.
  await expect.poll(async () => (await phone.register()).status, { message: "the account is there" }).toBe(200);
  return {
    phone,
    peerOf: (call) => {
      const peer = peers[phone.calls.indexOf(call)];
      if (peer === undefined) throw new Error("a call of another phone");
      return peer;
    },
    stop: async () => {
      socket.close();
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

/** A desk phone of a demo user, who adds it to their account. */
export async function openDeskPhone(address: string, username: string): Promise<Telephone> {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const headers = new Headers({ "content-type": "application/json" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };
  const grant = { grant_type: "password", username, password: DEMO_PASSWORD };
  const { access_token: token } = tokenSchema.parse(await post("/api/oauth/token", grant));
  const phone = { label: "Desk phone", current_password: DEMO_PASSWORD };
  const { secret } = newPhoneSchema.parse(await post("/api/v1/phones", phone, token));
  return openTelephone(address, { username, password: secret });
}
