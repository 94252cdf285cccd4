/** Webphones on the embedded phone system, in one process: the user agent's own SIP text both ways, sound only noted down. */
import { randomBytes } from "node:crypto";
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { createPhoneSystem } from "@callpanel/pbx";
import type { PhoneSystem } from "@callpanel/phone-port";
import {
  audioDescription,
  createFakeDirectory,
  createFakeGuard,
  createFakeMedia,
  createSocketPair,
  type FakeDirectory,
  type FakeMedia,
} from "@callpanel/testkit";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import type { FakeClock } from "@callpanel/testkit/fake-clock";
import { vi } from "vitest";
import type { OpenSocket } from "../src/adapters/sip/account/proxy-socket.ts";
import { createSipAgent } from "../src/adapters/sip/user-agent.ts";
import { createWebphone } from "../src/create-webphone.ts";
import type { MicrophoneFault } from "../src/ports/microphone.port.ts";
import type { KeyValueStore, Webphone, WebphoneEvent } from "../src/webphone.ts";
import { FakePeer } from "./fake-peer.ts";
import { CONFIG } from "./bench.ts";
import { createFakeMicrophones, createFakeProbe, createFakeSound, createMapStore } from "./fake-ports.ts";
import { LOADED_CALLS } from "./loaded.ts";

const PEOPLE = [
  ["alice", "101", "Alice Archer"],
  ["bob", "102", "Bob Brandt"],
  ["carol", "103", "Carol Chen"],
] as const;
const PASSWORD = "secret";

export interface OfficePhone extends Webphone {
  readonly events: readonly WebphoneEvent[];
  /** The newest call's id. */
  newest(): string;
  visuals(): readonly string[];
  /** The server's end of the connection breaks. */
  breaks(): Promise<void>;
}

export interface Office {
  readonly system: PhoneSystem;
  readonly directory: FakeDirectory;
  readonly media: FakeMedia;
  readonly clock: FakeClock;
  /** The storages of an earlier phone make it the page after a reload. It proves itself by what the directory has at that moment. */
  phone(
    username: string,
    callStorage?: KeyValueStore,
    more?: { readonly storage?: KeyValueStore; readonly microphone?: MicrophoneFault },
  ): Promise<OfficePhone>;
  /** Dials, answers and lets both settle. */
  talk(from: OfficePhone, number: string, to: OfficePhone): Promise<void>;
}

/** Puts the browser's globals in place; undo with `vi.unstubAllGlobals()`. */
export function createOffice(): Office {
  vi.stubGlobal("RTCPeerConnection", FakePeer);
  FakePeer.made.length = 0;
  FakePeer.gathering = "first";
  FakePeer.describe = (direction) => audioDescription({ codecs: ["opus", "PCMU"], direction });

  const clock = createFakeClock();
  const media = createFakeMedia();
  const directory = createFakeDirectory("demo");
  PEOPLE.forEach(([sipUsername, extension, displayName], index) =>
    directory.add(
      {
        id: index + 1,
        sipUsername,
        extension,
        displayName,
        mayUseSoftphone: true,
        doNotDisturb: false,
        callWaiting: true,
      },
      PASSWORD,
    ),
  );
  const ignore = (): void => undefined;
  const system = createPhoneSystem({
    clock,
    random: (count) => randomBytes(count),
    guard: createFakeGuard(),
    directory,
    calls: { callEnded: ignore },
    media,
    realm: "demo",
    settings: { featureCodes: () => DEFAULT_FEATURE_CODES },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });

  const phone: Office["phone"] = async (username, callStorage = createMapStore(), more = {}) => {
    const { storage = createMapStore(), microphone } = more;
    let breakLine = ignore;
    const openSocket: OpenSocket = (_url, listener) => {
      const near = { receive: (frame: string) => listener.received(frame), closed: () => listener.closed() };
      const pair = createSocketPair({ near: () => near, far: () => server });
      const server = system.connect({
        remoteAddress: "127.0.0.1",
        send: (frame) => pair.far.send(frame),
        close: () => pair.far.close(),
      });
      breakLine = () => {
        pair.far.close();
        server.closed();
      };
      queueMicrotask(() => listener.opened());
      return { send: (text) => (pair.near.send(text), true), close: () => pair.near.close() };
    };
    const ha1Now = async (): Promise<string> => (await directory.credentials("demo", username, "MD5"))[0]?.ha1 ?? "";
    const ha1 = await ha1Now();
    const options = {
      config: { ...CONFIG, uri: `sip:${username}@demo`, ha1 },
      username,
      extension: PEOPLE.find(([name]) => name === username)?.[1] ?? "",
      featureCodes: () => DEFAULT_FEATURE_CODES,
      socketBase: "ws://127.0.0.1",
      storage,
      callStorage,
      renewHa1: ha1Now,
    };
    const made = createWebphone(options, {
      createUserAgent: createSipAgent({ openSocket, clock, callCode: LOADED_CALLS }),
      callCode: LOADED_CALLS,
      microphones: Object.assign(createFakeMicrophones(), { fault: microphone }),
      sound: createFakeSound(),
      probe: createFakeProbe(),
      clock,
    });
    const events: WebphoneEvent[] = [];
    made.onEvent((event) => events.push(event));
    made.start();
    await rest();
    return {
      ...made,
      events,
      newest: () => made.getSnapshot().calls[0]?.id ?? "",
      visuals: () => made.getSnapshot().calls.map(({ number, visual }) => `${number} ${visual}`),
      breaks: async () => {
        breakLine();
        await rest();
      },
    };
  };
  return {
    directory,
    system,
    media,
    clock,
    phone,
    talk: async (from, number, to) => {
      await from.call(number);
      await rest();
      const answered = to.answer(to.newest());
      await rest();
      await answered;
      await rest();
    },
  };
}

/** Several messages go to and fro before all is quiet. */
export async function rest(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await settle();
}
