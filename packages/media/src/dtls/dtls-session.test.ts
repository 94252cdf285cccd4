import { DtlsClient, DtlsServer, RTCDtlsTransport } from "werift";
import type { Transport } from "werift";
import { beforeAll, describe, expect, test } from "vitest";
import { createDtlsCertificate } from "./certificate.ts";
import type { DtlsCertificate } from "./certificate.ts";
import { startDtlsSession } from "./dtls-session.ts";
import type { DtlsSession } from "./dtls-session.ts";
import { MESSAGE } from "./handshake-message.ts";
import type { SrtpKeys } from "./srtp-keys.ts";

let one: DtlsCertificate;
let other: DtlsCertificate;

beforeAll(() => {
  [one, other] = [createDtlsCertificate(0), createDtlsCertificate(0)];
});

interface Side {
  readonly session: DtlsSession;
  readonly outcome: { keys?: SrtpKeys; certificate?: Buffer; failure?: string };
}

/** Two sessions and the wire between them; `carry` may change, drop or repeat the datagrams of one side. */
function connect(carry: (datagram: Buffer, from: "client" | "server") => readonly Buffer[] = (datagram) => [datagram]) {
  const queue: { to: "client" | "server"; datagram: Buffer }[] = [];
  const timers = new Set<() => void>();
  const create = (role: "client" | "server", certificate: DtlsCertificate): Side => {
    const outcome: Side["outcome"] = {};
    const to = role === "client" ? "server" : "client";
    const session = startDtlsSession({
      role,
      certificate,
      send: (sent) => queue.push(...carry(Buffer.from(sent), role).map((datagram) => ({ to, datagram }) as const)),
      setTimeout: (run) => {
        timers.add(run);
        return () => timers.delete(run);
      },
      onFinished: (keys, remote) => {
        outcome.keys = keys;
        outcome.certificate = remote;
      },
      onFailed: (reason) => {
        outcome.failure = reason;
      },
    });
    return { session, outcome };
  };
  const server = create("server", one);
  const client = create("client", other);
  const deliver = (): void => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      (next.to === "client" ? client : server).session.receive(next.datagram);
    }
  };
  return {
    server,
    client,
    timers,
    queue,
    deliver,
    /** Lets every retransmission timer run once, `times` times. */
    repeat: (times: number): void => {
      for (let i = 0; i < times; i += 1) {
        const due = [...timers];
        timers.clear();
        for (const run of due) run();
        deliver();
      }
    },
  };
}

function expectSameKeys(wire: ReturnType<typeof connect>): void {
  const { client, server } = wire;
  expect(client.outcome.failure ?? server.outcome.failure).toBeUndefined();
  expect(client.outcome.keys?.localKey).toEqual(server.outcome.keys?.remoteKey);
  expect(client.outcome.keys?.remoteSalt).toEqual(server.outcome.keys?.localSalt);
  expect(client.outcome.keys?.profile).toBe(7);
  expect(client.outcome.certificate).toEqual(one.der);
  expect(server.outcome.certificate).toEqual(other.der);
}

/**
 * The datagram split into its records, each with the type of its handshake message (undefined for other or protected
 * records).
 */
function records(datagram: Buffer): readonly { readonly bytes: Buffer; readonly message: number | undefined }[] {
  const found = [];
  for (let start = 0; start < datagram.length;) {
    const end = start + 13 + datagram.readUInt16BE(start + 11);
    const isClear = datagram[start] === 22 && datagram.readUInt16BE(start + 3) === 0;
    found.push({ bytes: datagram.subarray(start, end), message: isClear ? datagram[start + 13] : undefined });
    start = end;
  }
  return found;
}

describe("the DTLS handshake", () => {
  test("MEDIA-15 both sides end with the same keys and each other's certificate, and without a timer", () => {
    const wire = connect();
    wire.deliver();
    expectSameKeys(wire);
    expect(wire.timers.size).toBe(0);
  });

  test.each([1, 2, 3, 4, 5])("MEDIA-17 a wire that loses half of the datagrams, seed %i", (seed) => {
    let noise = seed;
    const wire = connect((datagram) => {
      noise = (noise * 48_271) % 0x7fff_ffff; // Lehmer's generator
      return noise % 2 === 0 ? [] : [datagram];
    });
    wire.deliver();
    wire.repeat(30);
    expectSameKeys(wire);
  });

  test("MEDIA-17 a lost last flight is sent again when the client repeats its own", () => {
    let lost = false;
    const wire = connect((datagram, from) => {
      const isLast = from === "server" && records(datagram).some(({ bytes }) => bytes[0] === 20);
      if (!isLast || lost) return [datagram];
      lost = true;
      return [];
    });
    wire.deliver();
    expect(wire.client.outcome.keys).toBeUndefined();
    wire.repeat(1);
    expectSameKeys(wire);
  });

  test("MEDIA-17 records in reverse order, each twice", () => {
    const wire = connect((datagram) =>
      records(datagram)
        .toReversed()
        .flatMap(({ bytes }) => [bytes, bytes]),
    );
    wire.deliver();
    wire.repeat(6);
    expectSameKeys(wire);
  });

  test("MEDIA-17 messages in fragments of 50 bytes", () => {
    const wire = connect((datagram) =>
      records(datagram).flatMap(({ bytes, message }) => (message === undefined ? [bytes] : fragments(bytes, 50))),
    );
    wire.deliver();
    expectSameKeys(wire);
  });

  test("MEDIA-17 random, truncated and altered datagrams are dropped or end the handshake, without an exception", () => {
    const flights: Buffer[] = [];
    const wire = connect((datagram) => {
      flights.push(datagram);
      return [datagram];
    });
    wire.deliver();
    for (const flight of flights) {
      for (let at = 0; at < flight.length; at += 5) {
        const fresh = connect();
        fresh.server.session.receive(flight.subarray(0, at));
        const bent = Buffer.from(flight);
        bent[at] = (bent[at] ?? 0) ^ 0xff;
        fresh.server.session.receive(bent);
        fresh.client.session.receive(bent);
        wire.server.session.receive(bent); // a finished session does not change
        wire.client.session.receive(bent);
      }
    }
    expectSameKeys(wire);
  });

  test("MEDIA-18 a closed session leaves no timer", () => {
    const wire = connect(() => []);
    expect(wire.timers.size).toBe(1);
    wire.client.session.close();
    expect(wire.timers.size).toBe(0);
  });
});

describe("things that the handshake must not trust", () => {
  test("MEDIA-15 a certificate without its key: the proof is signed with another key", () => {
    const wire = connect((datagram, from) =>
      from === "server"
        ? [datagram]
        : [
            Buffer.concat(
              records(datagram).map(({ bytes, message }) =>
                message === MESSAGE.certificate ? withBody(bytes, chain(one.der)) : bytes,
              ),
            ),
          ],
    );
    wire.deliver();
    expect(wire.server.outcome).toEqual({ failure: "the far end does not hold the key of its certificate" });
  });

  test("MEDIA-15 a server with another certificate", () => {
    const wire = connect((datagram, from) =>
      from === "client"
        ? [datagram]
        : [
            Buffer.concat(
              records(datagram).map(({ bytes, message }) =>
                message === MESSAGE.certificate ? withBody(bytes, chain(other.der)) : bytes,
              ),
            ),
          ],
    );
    wire.deliver();
    expect(wire.client.outcome.failure).toBe("the far end does not hold the key of its certificate");
  });

  test("MEDIA-15 a client without a certificate", () => {
    const wire = connect((datagram, from) =>
      from === "server"
        ? [datagram]
        : [
            Buffer.concat(
              records(datagram).map(({ bytes, message }) =>
                message === MESSAGE.certificate ? withBody(bytes, Buffer.alloc(3)) : bytes,
              ),
            ),
          ],
    );
    wire.deliver();
    expect(wire.server.outcome).toEqual({ failure: "the far end has no certificate" });
  });

  test("MEDIA-15 a client that omits its proof", () => {
    const wire = connect((datagram, from) =>
      from === "server"
        ? [datagram]
        : [
            Buffer.concat(
              records(datagram)
                .filter(({ message }) => message !== MESSAGE.certificateVerify)
                .map(({ bytes }) => bytes),
            ),
          ],
    );
    wire.deliver();
    wire.repeat(5);
    expect(wire.server.outcome.keys).toBeUndefined();
  });
});

describe("against werift", () => {
  test.each(["server", "client"] as const)("MEDIA-15 our %s and its other side have the same keys", async (role) => {
    const { certPem, privateKey, signatureHash } = await RTCDtlsTransport.SetupCertificate();
    const transport: Transport = {
      type: "udp",
      address: { address: "", family: "IPv4", port: 0 },
      closed: false,
      onData: () => undefined,
      send: async (datagram) => queueMicrotask(() => session.receive(datagram)),
      close: async () => undefined,
    };
    const options = {
      cert: certPem,
      key: privateKey,
      signatureHash,
      transport,
      srtpProfiles: [1 as const],
      extendedMasterSecret: true,
      certificateRequest: true,
    };
    const far = role === "server" ? new DtlsClient(options) : new DtlsServer(options);
    const finished = new Promise<SrtpKeys>((resolve, reject) => {
      start(resolve, reject);
    });
    let session: DtlsSession = { receive: () => undefined, close: () => undefined };
    function start(resolve: (keys: SrtpKeys) => void, reject: (error: Error) => void): void {
      queueMicrotask(() => {
        session = startDtlsSession({
          role,
          certificate: one,
          send: (datagram) => queueMicrotask(() => transport.onData(datagram, ["", 0])),
          setTimeout: (run, ms) => {
            const timeout = setTimeout(run, ms);
            return () => clearTimeout(timeout);
          },
          onFinished: resolve,
          onFailed: (reason) => reject(new Error(reason)),
        });
        if (far instanceof DtlsClient) void far.connect();
      });
    }
    const keys = await finished;
    await expect.poll(() => far.connected).toBe(true);
    expect(keys.profile).toBe(1);
    const theirs = far.extractSessionKeys(16, 14);
    expect(keys.localKey).toEqual(theirs.remoteKey);
    expect(keys.remoteSalt).toEqual(theirs.localSalt);
  });
});

/** The same message with a different body. */
function withBody(record: Buffer, body: Buffer): Buffer {
  const handshake = Buffer.concat([record.subarray(13, 25), body]);
  handshake.writeUIntBE(body.length, 1, 3);
  handshake.writeUIntBE(body.length, 9, 3);
  return rerecord(record, handshake);
}

function chain(der: Buffer): Buffer {
  const list = Buffer.concat([Buffer.alloc(6), der]);
  list.writeUIntBE(der.length + 3, 0, 3);
  list.writeUIntBE(der.length, 3, 3);
  return list;
}

function fragments(record: Buffer, size: number): readonly Buffer[] {
  const header = record.subarray(13, 25);
  const body = record.subarray(25);
  const cut = [];
  for (let offset = 0; offset === 0 || offset < body.length; offset += size) {
    const part = body.subarray(offset, offset + size);
    const handshake = Buffer.concat([header, part]);
    handshake.writeUIntBE(offset, 6, 3);
    handshake.writeUIntBE(part.length, 9, 3);
    cut.push(rerecord(record, handshake));
  }
  return cut;
}

function rerecord(record: Buffer, content: Buffer): Buffer {
  const made = Buffer.concat([record.subarray(0, 13), content]);
  made.writeUInt16BE(content.length, 11);
  return made;
}
