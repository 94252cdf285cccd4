/** People with telephones at a server in a separate process: real sockets, real SIP, real sound. */
import { readFile } from "node:fs/promises";
import { newPhoneSchema, tokenSchema, type ServerFrame } from "@callpanel/contract";
import { createOpusCoder } from "@callpanel/media";
import {
  amplitudeAt,
  createMediaPeer,
  createSipPhone,
  likeness,
  readRecording,
  rmsLevel,
  SPEECH_RATE_HZ,
  type MediaPeer,
  type PhoneCall,
  type PhoneMedia,
  type SipPhone,
} from "@callpanel/testkit";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { Clock } from "../src/kernel/clock.ts";
import { DEMO_PASSWORD } from "../src/modules/users/index.ts";
import { PROMPTS_FOLDER } from "./server-process.ts";
import { dialOver, framesOf, opened } from "./test-sockets.ts";

/** Sound runs in real time, and a busy machine needs more. */
const WAIT = { timeout: 40_000, interval: 20 };
const OPUS_RATE_HZ = 48_000;
const BEEP_HZ = 1_000;
/** Half of the beep. */
const BEEP_FRAMES = 10;

export interface Line {
  readonly call: PhoneCall;
  readonly peer: MediaPeer;
  /** Waits until a prompt of the phone system (`message-cut`) has been heard. */
  hears(key: string): Promise<void>;
  /** Waits for the greeting and the end of the tone. */
  hearsTone(): Promise<void>;
  press(digit: string): Promise<void>;
}

/** A person's access to the API. */
export interface Asking {
  ask(
    path: string,
    method?: "GET" | "POST" | "PUT" | "DELETE",
    payload?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  download(path: string): Promise<Buffer>;
}

export interface Person extends Asking {
  readonly phone: SipPhone;
  /** Calls a number, and waits until sound flows. */
  call(number: string): Promise<Line>;
  /** Answers the next call. */
  answer(): Promise<Line>;
  /** The last message count that the telephone received (MWI): `1/0`. */
  readonly waiting: string | undefined;
  /** The same from the realtime connection. */
  readonly counted: string | undefined;
}

export interface Telephones {
  /** Signs in: telephone, API and realtime connection. */
  signIn(username: string): Promise<Person>;
  /** Only the API. */
  withoutTelephone(username: string): Promise<Asking>;
  close(): Promise<void>;
}

const clock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** For a server's URL: `http://127.0.0.1:8080`. */
export function createTelephones(address: string): Telephones {
  const sockets: WebSocket[] = [];
  const peers: MediaPeer[] = [];
  const ears: Ear[] = [];

  const open = async (path: string, protocols: readonly string[] = []): Promise<WebSocket> => {
    const socket = new WebSocket(`${address.replace("http", "ws")}${path}`, [...protocols]);
    socket.on("error", () => undefined); // the server is killed in some tests
    sockets.push(socket);
    await opened(socket);
    return socket;
  };
  const tokenOf = async (username: string): Promise<string> => {
    const answer = await fetch(`${address}/api/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.status}`);
    return tokenSchema.parse(await answer.json()).access_token;
  };
  /** Each telephone is added through the API, as a person would. */
  const secretOf = async (username: string): Promise<string> => {
    const answer = await fetch(`${address}/api/v1/phones`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${await tokenOf(username)}` },
      body: JSON.stringify({ label: "Telephone", current_password: DEMO_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${username} cannot add a phone: ${answer.status}`);
    return newPhoneSchema.parse(await answer.json()).secret;
  };
  const register = async (username: string, media: () => PhoneMedia): Promise<SipPhone> => {
    const socket = await open("/sip", ["sip"]);
    const phone = createSipPhone({
      dial: dialOver(socket),
      clock,
      realm: "demo",
      username,
      password: await secretOf(username),
      media,
    });
    expect((await phone.register()).status).toBe(200);
    return phone;
  };
  const listen = async (username: string, token: string): Promise<readonly ServerFrame[]> => {
    const socket = await open("/events");
    const frames = framesOf(socket);
    socket.send(JSON.stringify({ type: "signin", username, token, realm: "demo" }));
    await expect.poll(() => frames.some(({ type }) => type === "snapshot"), WAIT).toBe(true);
    return frames;
  };

  const asking = (token: string): Asking => {
    const authorization = { authorization: `Bearer ${token}` };
    return {
      ask: async (path, method = "GET", payload) => {
        const written = { "content-type": "application/json" };
        const answer = await fetch(`${address}/api/v1${path}`, {
          method,
          headers: { ...authorization, ...(payload && written) },
          ...(payload && { body: JSON.stringify(payload) }),
        });
        const body: unknown = await answer.json();
        return { status: answer.status, body };
      },
      download: async (path) => {
        const answer = await fetch(`${address}/api/v1${path}`, { headers: authorization });
        expect(answer.status).toBe(200);
        return Buffer.from(await answer.arrayBuffer());
      },
    };
  };

  return {
    withoutTelephone: async (username) => asking(await tokenOf(username)),
    signIn: async (username) => {
      const made: MediaPeer[] = [];
      const phone = await register(username, () => {
        const peer = createMediaPeer({ codec: "opus" });
        peers.push(peer);
        made.push(peer);
        return { offer: () => peer.offer(), answer: peer.answer, accept: peer.accept };
      });
      const token = await tokenOf(username);
      const frames = await listen(username, token);
      const lineOf = async (call: PhoneCall): Promise<Line> => {
        expect(await call.until("talking")).toBe("talking");
        const peer = made.at(-1);
        if (peer === undefined) throw new Error("a call without sound");
        await peer.connected();
        const ear = createEar(peer);
        ears.push(ear);
        return createLine(call, { peer, ear });
      };
      return {
        phone,
        call: (number) => lineOf(phone.call(number)),
        answer: async () => {
          const call = await phone.incoming();
          await call.answer();
          return lineOf(call);
        },
        ...asking(token),
        get waiting() {
          const told = phone.strays.filter(({ method }) => method === "NOTIFY").at(-1);
          return /^Voice-Message: (\d+\/\d+)/m.exec(told?.body ?? "")?.[1];
        },
        get counted() {
          return frames
            .flatMap((frame) => (frame.type === "event" && frame.event.action === "MWI" ? [frame.event] : []))
            .map(({ new: unheard, old }) => `${unheard}/${old}`)
            .at(-1);
        },
      };
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      for (const ear of ears) ear.close();
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

/** The sound received so far, decoded as it arrives: frames of 20 ms. */
function createEar(peer: MediaPeer) {
  const coder = createOpusCoder(OPUS_RATE_HZ);
  const frames: Int16Array[] = [];
  return {
    frames: (): readonly Int16Array[] => {
      for (const { payloadType, payload } of peer.packets.slice(frames.length))
        frames.push((payloadType === peer.payloadTypes.audio ? coder.decode(payload) : undefined) ?? new Int16Array(0));
      return frames;
    },
    close: coder.close,
  };
}
type Ear = ReturnType<typeof createEar>;

function createLine(call: PhoneCall, { peer, ear }: { readonly peer: MediaPeer; readonly ear: Ear }): Line {
  const isToneAt = (from: number): boolean => {
    const pcm = joined(ear.frames().slice(from, from + BEEP_FRAMES));
    const amplitude = amplitudeAt(pcm, OPUS_RATE_HZ, BEEP_HZ);
    return amplitude > 0.02 && amplitude / Math.SQRT2 > 0.8 * rmsLevel(pcm);
  };
  /** The first stretch of sound from a frame on that is a tone, or is not one. */
  const findFrom = async (first: number, isTone: boolean): Promise<number> => {
    let at = first;
    await expect
      .poll(() => {
        while (at + BEEP_FRAMES <= ear.frames().length && isToneAt(at) !== isTone) at += 1;
        return at + BEEP_FRAMES <= ear.frames().length;
      }, WAIT)
      .toBe(true);
    return at;
  };
  return {
    call,
    peer,
    hears: async (key) => {
      const said = await promptOf(key);
      await expect
        .poll(() => likeness(said, atSpeechRate(joined(ear.frames()))), { ...WAIT, interval: 500 })
        .toBeGreaterThan(SAME);
    },
    hearsTone: async () => {
      await findFrom(await findFrom(0, true), false);
    },
    press: async (digit) => {
      const body = `Signal=${digit}\r\nDuration=100\r\n`;
      const { status } = await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body });
      expect(status).toBe(200);
    },
  };
}

const joined = (frames: readonly Int16Array[]): Int16Array => Int16Array.from(frames.flatMap((frame) => [...frame]));

/** Another sentence in the same voice is far below this. */
export const SAME = 0.85;

const promptOf = async (key: string): Promise<Int16Array> =>
  spokenIn(await readFile(`${PROMPTS_FOLDER}/en/${key}.opus`));

/** The sound of a mono Ogg Opus file, for `likeness`. */
export const spokenIn = (file: Uint8Array): Int16Array => atSpeechRate(readRecording(file).left);

const FOLD = OPUS_RATE_HZ / SPEECH_RATE_HZ;
/** The mean of every three samples: aliases are far above speech. */
const atSpeechRate = (pcm: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.floor(pcm.length / FOLD) }, (_, at) =>
    Math.round(((pcm[at * FOLD] ?? 0) + (pcm[at * FOLD + 1] ?? 0) + (pcm[at * FOLD + 2] ?? 0)) / FOLD),
  );
