import { beforeAll, describe, expect, test } from "vitest";
import { createDtlsCertificate } from "../dtls/certificate.ts";
import type { DtlsCertificate } from "../dtls/certificate.ts";
import type { TransportAddress } from "../ice/lite-agent.ts";
import { FAR, createLine } from "../../test/media-line.ts";
import type { Line, LineOptions } from "../../test/media-line.ts";
import { createRoutes } from "./routes.ts";

const STRANGER: TransportAddress = { address: "203.0.113.9", port: 6000, local: 0 };
const SOUND = Buffer.from("some sound");

let certificate: DtlsCertificate;
let farCertificate: DtlsCertificate;

beforeAll(() => {
  [certificate, farCertificate] = [createDtlsCertificate(0), createDtlsCertificate(0)];
});

function connectedLine(options: Pick<LineOptions, "routes" | "at"> = {}): Line {
  const line = createLine({ certificate, farCertificate, ...options });
  line.connect();
  expect(line.events).toEqual([{ kind: "connected" }]);
  line.endpoint.hear({ kind: "echo" });
  return line;
}

/** The number of audio packets that were sent to an address. */
function soundTo({ sent }: Line, { address, port }: TransportAddress): number {
  return sent.filter(({ datagram, to }) => to.address === address && to.port === port && (datagram[0] ?? 0) >= 128)
    .length;
}

describe("things that a far end cannot do to others", () => {
  test("MEDIA-81 audio is not sent to a stranger with whose address a nominating check was forged", () => {
    const line = connectedLine();
    line.receive(line.rtp({ sequence: 1, payload: SOUND }), FAR);
    line.check(STRANGER);
    for (let sequence = 2; sequence < 20; sequence += 1) {
      line.receive(line.rtp({ sequence, payload: SOUND }), sequence % 2 === 0 ? STRANGER : FAR);
    }
    expect(soundTo(line, STRANGER)).toBe(0);
    expect(soundTo(line, FAR)).toBe(19);
    line.close();
  });

  test("MEDIA-82 packets faster than any audio are dropped, and later ones are heard", async () => {
    const line = connectedLine();
    for (let sequence = 1; sequence <= 5000; sequence += 1) {
      line.receive(line.rtp({ sequence, payload: SOUND }), FAR);
    }
    expect(soundTo(line, FAR)).toBeLessThanOrEqual(500);
    expect(soundTo(line, FAR)).toBeGreaterThan(450);
    const before = soundTo(line, FAR);
    for (let sequence = 5001; sequence <= 5050; sequence += 1) {
      await line.beat();
      line.receive(line.rtp({ sequence, payload: SOUND }), FAR);
    }
    expect(soundTo(line, FAR) - before).toBe(50);
    line.close();
  });

  test("MEDIA-17 a check from port 0 gets no response: there is no such address", () => {
    const line = connectedLine();
    const before = line.sent.length;
    line.check({ ...STRANGER, port: 0 });
    expect(line.sent).toHaveLength(before);
    line.close();
  });

  test("MEDIA-85 a flood of checks from strangers does not block the response to a caller's first check", () => {
    const line = createLine({ certificate, farCertificate });
    const forged: Buffer[] = [];
    line.onSend = (datagram) => void forged.push(datagram);
    line.check(STRANGER);
    const bent = Buffer.from(forged[0] ?? Buffer.alloc(0));
    bent[bent.length - 12] = (bent[bent.length - 12] ?? 0) ^ 0xff; // in the integrity: the username is correct
    for (let i = 0; i < 2000; i += 1) line.receive(bent, { ...STRANGER, port: 1 + i });
    for (let i = 0; i < 2000; i += 1) line.receive(bent, { ...STRANGER, address: `2001:db8::${i.toString(16)}` });
    // A sender that does not know the username may use any number of addresses.
    for (let i = 0; i < 2000; i += 1)
      line.receive(Buffer.alloc(100, 1), { ...STRANGER, address: `198.18.${i >> 8}.${i & 255}` });
    line.onSend = (datagram, hand) => hand(datagram);
    line.connect();
    expect(line.events).toEqual([{ kind: "connected" }]);
    line.close();
  });

  test("MEDIA-82 strangers do not use up the far end's rate", () => {
    const line = connectedLine();
    for (let i = 0; i < 2000; i += 1) {
      for (const first of [0, 22, 128]) line.receive(Buffer.alloc(40, first), { ...STRANGER, port: 1 + i });
    }
    line.receive(line.rtp({ sequence: 1, payload: SOUND }), FAR);
    expect(soundTo(line, FAR)).toBe(1);
    line.close();
  });

  test("MEDIA-91 a far end cannot take packets from another leg by checks and packets with that leg's source", () => {
    const routes = createRoutes();
    const victim = connectedLine({ routes });
    const attacker = connectedLine({ routes, at: STRANGER });
    for (let sequence = 1; sequence <= 50; sequence += 1) {
      attacker.check(FAR);
      attacker.receive(attacker.rtp({ sequence, payload: SOUND }), FAR);
      victim.receive(victim.rtp({ sequence, payload: SOUND }), FAR);
    }
    expect(victim.soundCount).toBe(50);
    victim.close();
    attacker.close();
  });

  test("MEDIA-91 a browser that uses its port for a new call, before the old one has ended, has sound", () => {
    const routes = createRoutes();
    const old = connectedLine({ routes });
    const young = connectedLine({ routes });
    for (let sequence = 1; sequence <= 50; sequence += 1) {
      if (sequence % 10 === 0) old.check(); // late ones
      young.receive(young.rtp({ sequence, payload: SOUND }), FAR);
    }
    expect([old.soundCount, young.soundCount]).toEqual([0, 50]);
    old.close();
    young.receive(young.rtp({ sequence: 51, payload: SOUND }), FAR);
    expect(young.soundCount).toBe(51);
    young.close();
  });

  test("MEDIA-90 a closed leg leaves neither names nor addresses at the port", () => {
    const routes = createRoutes();
    const line = connectedLine({ routes });
    line.close();
    const before = routes.dropped;
    line.check();
    line.receive(Buffer.alloc(100, 128), FAR);
    expect(routes.dropped).toBe(before + 2);
  });
});
