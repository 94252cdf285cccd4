import { createSocket, type Socket } from "node:dgram";
import { createFakeClock } from "@callpanel/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { answerBinding } from "./binding-answer.ts";
import { openStunServer, type StunServer } from "./index.ts";

const SENDER = { address: "192.0.2.1", port: 32_853 };
/** RFC 5769 §2.1: the request of the test vectors, with USERNAME, PRIORITY, ICE-CONTROLLED and FINGERPRINT. */
const VECTOR = Buffer.from(
  `000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36
   00060009 6576746a3a683676 59202020 00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2 80280004 e57a3bcf`.replace(
    /\s/g,
    "",
  ),
  "hex",
);
const request = (attributes = "", type = "0001"): Buffer => {
  const body = Buffer.from(attributes, "hex");
  const length = body.length.toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(`${type}${length}2112a442b7e7a701bc34d686fa87dfae`, "hex"), body]);
};

describe("the STUN server", () => {
  const servers: StunServer[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    for (const server of servers.splice(0)) await server.close();
  });
  const open = async (host = "127.0.0.1") => {
    const clock = createFakeClock();
    const server = await openStunServer({ host, port: 0, clock });
    servers.push(server);
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    sockets.push(socket);
    const answers: Buffer[] = [];
    socket.on("message", (datagram) => void answers.push(datagram));
    await new Promise<void>((resolve) => socket.bind(0, host, resolve));
    const ask = (datagram: Buffer) =>
      new Promise<void>((resolve) => socket.send(datagram, server.port, host, () => resolve()));
    return { clock, server, answers, ask, ownPort: socket.address().port };
  };

  it("STUN-1 the response to a request without attributes contains the sender's address, and nothing else", () => {
    // RFC 5769 §2.2: the same transaction, address and port.
    expect(answerBinding(request(), SENDER)?.toString("hex")).toBe(
      "0101000c2112a442b7e7a701bc34d686fa87dfae002000080001a147e112a643",
    );
    // RFC 5769 §2.3
    const v6 = { address: "2001:db8:1234:5678:11:2233:4455:6677", port: 32_853 };
    expect(answerBinding(request(), v6)?.subarray(20).toString("hex")).toBe(
      "002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9",
    );
    expect(answerBinding(request(), { ...SENDER, address: "::ffff:192.0.2.1" })).toHaveLength(32);
    expect(answerBinding(request(), { ...SENDER, address: "fe80::1%eth0" })).toHaveLength(44);
  });

  it("STUN-1 the request of RFC 5769 is understood; its fingerprint is checked, and the response has one too", () => {
    const answer = answerBinding(VECTOR, SENDER);
    expect(answer?.readUInt16BE(0)).toBe(0x0101);
    expect(answer).toHaveLength(40);
    const harmed = Buffer.from(VECTOR);
    harmed[VECTOR.length - 1] = 0;
    expect(answerBinding(harmed, SENDER)).toBeUndefined();
  });

  it("STUN-1 unknown required attributes give 420 with their types, e.g. CHANGE-REQUEST, which would redirect the response", () => {
    const answer = answerBinding(request("0003000400000006"), SENDER);
    expect(answer?.toString("hex")).toBe("011100102112a442b7e7a701bc34d686fa87dfae0009000400000414000a000200030000");
    expect(answerBinding(request("c0010004aaaaaaaa"), SENDER)?.readUInt16BE(0)).toBe(0x0101);
  });

  it("STUN-2 there is no response to other methods, responses, indications, old STUN, and truncated, oversized or random bytes", () => {
    const silent = [
      request("", "0101"),
      request("", "0111"),
      request("", "0011"),
      request("", "0003"),
      Buffer.from("00010000000000000000000000000000000000ff", "hex"),
      request().subarray(0, 19),
      Buffer.concat([request(), Buffer.alloc(4)]),
      request("00240004aa"),
      request("0024ffff00000000"),
      request("80280004000000008022000400000000"),
      request("8022".padEnd(8, "0").repeat(140)),
      Buffer.alloc(0),
      Buffer.alloc(300, 0xff),
    ];
    for (const datagram of silent) expect(answerBinding(datagram, SENDER), datagram.toString("hex")).toBeUndefined();
  });

  it("STUN-2 a response is longer than its request only by an address, so a forged sender gains nothing", () => {
    for (const unknown of [1, 2, 20, 130]) {
      const asked = request("0003".padEnd(8, "0").repeat(unknown));
      expect(answerBinding(asked, SENDER)?.length).toBeLessThanOrEqual(asked.length + 12);
    }
    expect(answerBinding(request(), { address: "2001:db8::1", port: 1 })?.length).toBe(44);
  });

  for (const host of ["127.0.0.1", "::1"])
    it(`STUN-1 answers on a socket of ${host}`, async () => {
      const { ask, answers, ownPort } = await open(host);
      await ask(request());
      await expect.poll(() => answers.length).toBe(1);
      expect((answers[0]?.readUInt16BE(26) ?? 0) ^ 0x2112).toBe(ownPort);
    });

  it("STUN-3 a source gets 100 responses in a burst, then 20 a second", async () => {
    const { clock, ask, answers } = await open();
    const settled = async (count: number) => {
      await expect.poll(() => answers.length).toBe(count);
    };
    for (let sent = 0; sent < 50; sent += 1) await ask(request());
    await settled(50);
    for (let sent = 0; sent < 80; sent += 1) await ask(request());
    await settled(100);
    await clock.advance(1_000);
    for (let sent = 0; sent < 40; sent += 1) await ask(request());
    await settled(120);
    // A later request gets a response, so the earlier ones were dropped, not delayed.
    await clock.advance(50);
    await ask(request());
    await settled(121);
  });

  it("STUN-4 a port in use gives an error", async () => {
    const { server, clock } = await open();
    await expect(openStunServer({ host: "127.0.0.1", port: server.port, clock })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});
