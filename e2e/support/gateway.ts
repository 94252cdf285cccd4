/** A gateway to the outside: a test phone with the account of a trunk, with sound in both directions for each call. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createMediaPeer, createSipPhone, dominantTone, type MediaPeer, type PhoneCall } from "@callpanel/testkit";
import { expect } from "@playwright/test";
import { WebSocket } from "ws";
import type { Company } from "./people.ts";

export interface Gateway {
  /** An outside person calls a direct number. */
  call(number: string, from: { readonly number: string; readonly name: string }): PhoneCall;
  /** The next call to an outside person. */
  incoming(): Promise<PhoneCall>;
  /** The outside person sends a tone, once their media is connected. */
  speak(call: PhoneCall, frequencyHz: number): Promise<void>;
  /** Waits until they hear a frequency. */
  expectHears(call: PhoneCall, frequencyHz: number): Promise<void>;
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
const NEAR_HZ = 10;

/** Makes the trunk by the command line, and registers as it. */
export async function openGateway(company: Company, name = "gateway"): Promise<Gateway> {
  const password = randomUUID();
  await company.administer("trunks", "add", name, "--password", password);
  const socket = new WebSocket(`${company.server.address.replace(/^http/, "ws")}/sip`, "sip");
  await once(socket, "open");
  /** One a call, in the order of the phone's calls. */
  const peers: MediaPeer[] = [];
  const phone = createSipPhone({
    clock: CLOCK,
    realm: REALM,
    username: name,
    password,
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
  await expect.poll(async () => (await phone.register()).status, { message: "the trunk is there" }).toBe(200);

  const peerOf = (call: PhoneCall): MediaPeer => {
    const peer = peers[phone.calls.indexOf(call)];
    if (peer === undefined) throw new Error("a call of another phone");
    return peer;
  };
  return {
    call: (number, from) => phone.call(number, { fromNumber: from.number, displayName: from.name }),
    incoming: () => phone.incoming(),
    speak: async (call, frequencyHz) => {
      await peerOf(call).connected();
      peerOf(call).sendTone({ frequencyHz, amplitude: 0.4 });
    },
    expectHears: (call, frequencyHz) =>
      expect
        .poll(
          () => {
            const { pcm, sampleRate } = peerOf(call).heard();
            peerOf(call).forget();
            const heardHz = pcm.length < sampleRate / 5 ? 0 : dominantTone(pcm, sampleRate).frequencyHz;
            return Math.abs(heardHz - frequencyHz) < NEAR_HZ ? "the tone" : `${Math.round(heardHz)} Hz`;
          },
          { message: `the outside person hears ${frequencyHz} Hz`, intervals: [1_000] },
        )
        .toBe("the tone"),
    stop: async () => {
      socket.close();
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}
