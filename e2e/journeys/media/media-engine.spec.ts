/** The media engine against a real browser, without the panel: one RTCPeerConnection in a page, one port of the engine. */
import { type Socket, createSocket } from "node:dgram";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MediaEngine, type MediaEvent, type MediaPort, startMediaEngine } from "@callpanel/testkit/media";
import { type Browser, type Page, expect, test } from "@playwright/test";
import { launchBrowser, voiceOf } from "../../support/browser/browser.ts";

const MUSIC_HZ = 392; // docs/spec/media.md, MEDIA-41
/** Half a second on a quiet machine; a busy one takes ten times as long, and a lost first packet longer than that. */
const CONNECTED_WITHIN_MS = 5_000;
const UDP_LATER_BY_MS = 400; // Chromium has TCP long before, and checks UDP again well before the answer by TCP
const BIN_HZ = 12; // of the page's spectrum

interface PagePhone {
  readonly connection: RTCPeerConnection;
  offer(options?: RTCOfferOptions): Promise<string>;
  answer(offer: string): Promise<string>;
  /** Resolves with the milliseconds until the connection is established. */
  accept(answer: string): Promise<number>;
  connected(): Promise<void>;
  /** How packets reach the server now. */
  protocol(): string | undefined;
  /** The strongest frequency in Hz and its level in dBFS, once it is above −60. */
  hear(): Promise<{ readonly hz: number; readonly db: number }>;
}

declare global {
  interface Window {
    openPhone: (options: { readonly microphone: boolean }) => Promise<void>;
    phone: PagePhone;
  }
}

test.describe("the media engine and a browser", () => {
  test.describe.configure({ mode: "default" }); // one engine and one browser serve them all
  let engine: MediaEngine;
  let folder: string;
  let browser: Browser;
  let page: Page;
  let port: MediaPort;
  let events: MediaEvent[];
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>phone</title>");
  });

  test.beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    folder = await mkdtemp(join(tmpdir(), "callpanel-media-"));
    engine = await startMediaEngine();
    browser = await launchBrowser(folder, "alice");
  });
  test.afterAll(async () => {
    await browser.close();
    await engine.close();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });
  test.beforeEach(async () => {
    page = await browser.newPage();
    await page.addInitScript(definePhone);
    await page.goto(`http://127.0.0.1:${portOf(site.address())}/`);
    port = engine.open();
    events = [];
    port.subscribe((event) => events.push(event));
  });
  test.afterEach(async () => {
    port.close();
    await page.close();
  });

  async function dialIn(): Promise<number> {
    await page.evaluate(() => window.openPhone({ microphone: true }));
    const { sdp } = await port.answer({ offer: await page.evaluate(() => window.phone.offer()) });
    return page.evaluate((answer) => window.phone.accept(answer), sdp);
  }

  async function expectHears(hz: number): Promise<void> {
    const heard = await page.evaluate(() => window.phone.hear());
    expect(Math.abs(heard.hz - hz)).toBeLessThan(BIN_HZ);
  }

  test("MEDIA-50 the browser offers: connected within half a second, sound goes both ways", async () => {
    expect(await dialIn()).toBeLessThan(CONNECTED_WITHIN_MS);
    port.hear({ kind: "echo" });
    await expectHears(voiceOf("alice"));
    expect(await page.evaluate(() => window.phone.protocol())).toBe("udp");
    expect(await port.stats()).toMatchObject({ codec: "opus", packetsLost: 0 });
  });

  test("MEDIA-93 a browser whose network lets no UDP through has sound over TCP, also after an ICE restart", async () => {
    const withoutUdp = (sdp: string): string => sdp.replace(/^a=candidate:\S+ 1 udp .*\r\n/gm, "");
    await page.evaluate(() => window.openPhone({ microphone: true }));
    for (const iceRestart of [false, true]) {
      const offer = await page.evaluate((options) => window.phone.offer(options), { iceRestart });
      const { sdp } = await port.answer({ offer });
      const took = await page.evaluate((answer) => window.phone.accept(answer), withoutUdp(sdp));
      expect(took).toBeLessThan(CONNECTED_WITHIN_MS);
      port.hear({ kind: "echo" });
      await expectHears(voiceOf("alice"));
      expect(await page.evaluate(() => window.phone.protocol())).toBe("tcp");
    }
  });

  test("MEDIA-97 a browser whose UDP begins later than TCP starts over UDP, and keeps it", async () => {
    const way = await createLateWay(UDP_LATER_BY_MS);
    try {
      await page.evaluate(() => window.openPhone({ microphone: true }));
      const { sdp } = await port.answer({ offer: await page.evaluate(() => window.phone.offer()) });
      expect(sdp).toContain(" 1 tcp ");
      await page.evaluate((answer) => window.phone.accept(answer), way.inAnswer(sdp));
      expect(await page.evaluate(() => window.phone.protocol())).toBe("udp");
      port.hear({ kind: "echo" });
      await expectHears(voiceOf("alice"));
      expect(await page.evaluate(() => window.phone.protocol())).toBe("udp");
      expect(way.dropped()).toBeGreaterThan(0);
    } finally {
      way.close();
    }
  });

  test("MEDIA-50 the server offers: connected within half a second, sound goes both ways", async () => {
    await page.evaluate(() => window.openPhone({ microphone: true }));
    const { sdp } = await port.offer({});
    const answer = await page.evaluate((offer) => window.phone.answer(offer), sdp);
    const startedAt = performance.now();
    await port.accept({ answer });
    await page.evaluate(() => window.phone.connected());
    expect(performance.now() - startedAt).toBeLessThan(CONNECTED_WITHIN_MS);
    port.hear({ kind: "echo" });
    await expectHears(voiceOf("alice"));
  });

  test("MEDIA-7 the server is DTLS client where the browser may not be", async () => {
    await page.evaluate(() => window.openPhone({ microphone: true }));
    const offer = await page.evaluate(() => window.phone.offer());
    const { sdp } = await port.answer({ offer: offer.replace("a=setup:actpass", "a=setup:passive") });
    expect(sdp).toContain("a=setup:active");
    expect(await page.evaluate((answer) => window.phone.accept(answer), sdp)).toBeLessThan(CONNECTED_WITHIN_MS);
    port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await expectHears(MUSIC_HZ);
  });

  for (const codec of ["opus", "G722", "PCMU", "PCMA"] as const) {
    test(`MEDIA-41 the browser hears music in ${codec}`, async () => {
      await page.evaluate(() => window.openPhone({ microphone: true }));
      const offer = await page.evaluate(() => window.phone.offer());
      const { sdp } = await port.answer({ offer, codecs: [codec] });
      await page.evaluate((answer) => window.phone.accept(answer), sdp);
      port.hear({ kind: "prompt", prompt: { kind: "music" } });
      await expectHears(MUSIC_HZ);
    });
  }

  test("MEDIA-11 a browser that hides its addresses behind mDNS names hears music", async () => {
    await page.evaluate(() => window.openPhone({ microphone: false }));
    const offer = await page.evaluate(() => window.phone.offer());
    const hidden = offer.replace(/^(a=candidate:\S+ \d \S+ \d+ )\S+/gm, "$1f81d4fae-7dec-11d0-a765-00a0c91e6bf6.local");
    const { sdp } = await port.answer({ offer: hidden });
    expect(await page.evaluate((answer) => window.phone.accept(answer), sdp)).toBeLessThan(CONNECTED_WITHIN_MS);
    port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await expectHears(MUSIC_HZ);
  });

  test("MEDIA-30 a digit typed in the browser is reported once", async () => {
    await dialIn();
    await page.evaluate(async () => {
      const [sender] = window.phone.connection.getSenders();
      while (sender?.dtmf?.canInsertDTMF !== true) await new Promise((resolve) => setTimeout(resolve, 20));
      sender.dtmf.insertDTMF("7#", 100, 70);
    });
    await expect.poll(() => events.filter(({ kind }) => kind === "digit")).toHaveLength(2);
    expect(events.flatMap((event) => (event.kind === "digit" ? [event.digit] : []))).toEqual(["7", "#"]);
  });

  test("MEDIA-13 MEDIA-5 hold, resume and an ICE restart in one call", async () => {
    await dialIn();
    port.hear({ kind: "echo" });
    await expectHears(voiceOf("alice"));

    const hold = (await page.evaluate(() => window.phone.offer())).replace("a=sendrecv", "a=sendonly");
    const held = await port.answer({ offer: hold });
    expect(held.direction).toBe("sendonly");
    await page.evaluate((answer) => window.phone.accept(answer), held.sdp);
    const { packetsSent } = await port.stats();

    const restart = await page.evaluate(() => window.phone.offer({ iceRestart: true }));
    const resumed = await port.answer({ offer: restart });
    expect(resumed.direction).toBe("sendrecv");
    await page.evaluate((answer) => window.phone.accept(answer), resumed.sdp);
    await expect.poll(async () => (await port.stats()).packetsSent).toBeGreaterThan(packetsSent + 20);
    await expectHears(voiceOf("alice"));
  });
});

/** A way by UDP that lets nothing through at first; in the answer its address replaces the engine's. */
async function createLateWay(laterByMs: number) {
  const near = createSocket("udp4");
  await new Promise<void>((done) => near.bind(0, "127.0.0.1", done));
  const far = new Map<number, Socket>();
  let [engine, begins, droppedCount] = [0, 0, 0];
  near.on("message", (datagram, { port }) => {
    begins ||= performance.now() + laterByMs;
    if (performance.now() < begins) return void (droppedCount += 1);
    let towards = far.get(port);
    if (towards === undefined) {
      towards = createSocket("udp4").on("message", (answer) => near.send(answer, port, "127.0.0.1"));
      far.set(port, towards);
    }
    towards.send(datagram, engine, "127.0.0.1");
  });
  return {
    inAnswer: (sdp: string): string =>
      sdp.replace(/^(a=candidate:\S+ 1 udp \d+ \S+) (\d+)/m, (_line, start: string, port: string) => {
        engine = Number(port);
        return `${start} ${near.address().port}`;
      }),
    dropped: () => droppedCount,
    close: () => {
      for (const socket of [near, ...far.values()]) socket.close();
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return address.port;
}

/** Runs in the page. */
function definePhone(): void {
  window.openPhone = async ({ microphone }) => {
    const connection = new RTCPeerConnection();
    if (microphone) {
      const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      for (const track of stream.getTracks()) connection.addTrack(track, stream);
    } else {
      connection.addTransceiver("audio", { direction: "recvonly" });
    }
    const connected = async (): Promise<void> => {
      while (connection.connectionState !== "connected") await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const described = async (description: RTCSessionDescriptionInit): Promise<string> => {
      await connection.setLocalDescription(description);
      while (connection.iceGatheringState !== "complete") await new Promise((resolve) => setTimeout(resolve, 5));
      return connection.localDescription?.sdp ?? "";
    };
    let analyser: AnalyserNode | undefined;
    const listen = async (): Promise<AnalyserNode> => {
      // The receiver's own track: a hold takes it out of the stream that the browser announced.
      const stream = new MediaStream(connection.getReceivers().map((receiver) => receiver.track));
      const element = new Audio();
      element.srcObject = stream; // Chromium decodes a stream only while an element plays it
      await element.play();
      const context = new AudioContext({ sampleRate: 48_000 });
      await context.resume();
      const tap = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaStreamSource(stream).connect(tap);
      return tap;
    };
    window.phone = {
      connection,
      offer: async (options) => described(await connection.createOffer(options)),
      answer: async (offer) => {
        await connection.setRemoteDescription({ type: "offer", sdp: offer });
        return described(await connection.createAnswer());
      },
      accept: async (answer) => {
        const startedAt = performance.now();
        await connection.setRemoteDescription({ type: "answer", sdp: answer });
        await connected();
        return performance.now() - startedAt;
      },
      connected,
      protocol: () =>
        connection.getSenders()[0]?.transport?.iceTransport.getSelectedCandidatePair()?.local.protocol ?? undefined,
      hear: async () => {
        analyser ??= await listen();
        const spectrum = new Float32Array(analyser.frequencyBinCount);
        await new Promise((resolve) => setTimeout(resolve, 400)); // a window of 170 ms, all of it of what is played now
        for (;;) {
          analyser.getFloatFrequencyData(spectrum);
          const db = Math.max(...spectrum);
          if (db > -60) return { hz: (spectrum.indexOf(db) * analyser.context.sampleRate) / analyser.fftSize, db };
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      },
    };
  };
}
