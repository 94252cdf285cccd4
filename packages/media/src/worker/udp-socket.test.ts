import { createSocket } from "node:dgram";
import { onTestFinished, expect, test } from "vitest";
import type { TransportAddress } from "../ice/lite-agent.ts";
import { bindUdpSocket } from "./udp-socket.ts";

const LOCALHOST = { offered: "127.0.0.1", bound: "127.0.0.1" };
const SECOND = { offered: "127.0.0.2", bound: "127.0.0.2" };

test("MEDIA-9 every address has the same port, and a response leaves from the address that got the request", async () => {
  const arrived: { text: string; from: TransportAddress }[] = [];
  const socket = await bindUdpSocket({
    addresses: [LOCALHOST, SECOND],
    portRange: undefined,
    onDatagram: (datagram, from) => {
      arrived.push({ text: datagram.toString(), from });
      socket.send(Buffer.from(`to ${datagram.toString()}`), from);
    },
  });
  onTestFinished(() => socket.close());
  const [first, second] = socket.candidates;
  expect(second?.port).toBe(first?.port);

  const far = createSocket("udp4");
  onTestFinished(() => void far.close());
  const answers: string[] = [];
  far.on("message", (text, { address }) => answers.push(`${text.toString()} from ${address}`));
  far.send("one", first?.port ?? 0, "127.0.0.1");
  far.send("two", second?.port ?? 0, "127.0.0.2");
  await expect.poll(() => answers.toSorted()).toEqual(["to one from 127.0.0.1", "to two from 127.0.0.2"]);
  expect(new Set(arrived.map(({ from }) => from.local))).toEqual(new Set([0, 1]));
});

test("MEDIA-9 if one address has the port in use another port is taken; a missing address is left out", async () => {
  const taken = createSocket("udp4");
  onTestFinished(() => void taken.close());
  await new Promise<void>((resolve) => taken.bind(0, "127.0.0.2", resolve));
  const { port } = taken.address();
  const free = port === 65_535 ? port - 1 : port + 1;
  const socket = await bindUdpSocket({
    addresses: [LOCALHOST, SECOND, { offered: "192.0.2.99", bound: "192.0.2.99" }],
    portRange: [Math.min(port, free), Math.max(port, free)],
    onDatagram: () => undefined,
  });
  onTestFinished(() => socket.close());
  expect(socket.candidates).toEqual([
    { address: "127.0.0.1", port: free },
    { address: "127.0.0.2", port: free },
  ]);
});
