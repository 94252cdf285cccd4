import { beforeEach, describe, expect, test } from "vitest";
import type { TransportAddress } from "../ice/lite-agent.ts";
import { ATTRIBUTE, STUN, writeStun } from "../ice/stun-message.ts";
import { createRoutes } from "./routes.ts";
import type { Route, Routes } from "./routes.ts";

const HERE: TransportAddress = { address: "198.51.100.4", port: 5004, local: 0 };
const MEDIA = Buffer.from([0x80, 1, 2, 3]);
const ANSWER = Buffer.from([1, 1, 0, 0]);

interface TestLeg extends Route {
  readonly got: { readonly datagram: Buffer; readonly isKnown: boolean }[];
  /** Whether it says that datagrams are its own. */
  takes: boolean;
}

let routes: Routes;

beforeEach(() => {
  routes = createRoutes();
});

function newLeg(): TestLeg {
  const got: TestLeg["got"] = [];
  const leg: TestLeg = {
    ...routes.add((datagram, _from, isKnown) => {
      got.push({ datagram, isKnown });
      return leg.takes;
    }),
    got,
    takes: true,
  };
  return leg;
}

const arrive = (datagram: Buffer, { address, port, local }: TransportAddress = HERE): void =>
  routes.take(datagram, address, port, local);

const checkFor = (username: string): Buffer =>
  writeStun({
    type: STUN.request,
    transactionId: Buffer.alloc(12),
    attributes: [
      { type: ATTRIBUTE.priority, value: Buffer.alloc(4) },
      { type: ATTRIBUTE.username, value: Buffer.from(username) },
    ],
    hasFingerprint: true,
  });

describe("packets that arrive at a shared port", () => {
  test("MEDIA-90 a check goes to the leg with its name, from any address, as long as the leg has the name", () => {
    const [a, b] = [newLeg(), newLeg()];
    const [first, second] = [a.newName(), a.newName()];
    b.newName();
    arrive(checkFor(`${first}:far`));
    arrive(checkFor(`${second}:far`), { ...HERE, port: 9 });
    expect(a.got.map(({ isKnown }) => isKnown)).toEqual([false, false]);
    a.dropName(first);
    arrive(checkFor(`${first}:far`));
    a.close();
    arrive(checkFor(`${second}:far`));
    expect([a.got.length, b.got.length, routes.dropped]).toEqual([2, 0, 2]);
  });

  test("MEDIA-90 nothing else gets to a leg before an authentic check came from its address", () => {
    const leg = newLeg();
    const name = leg.newName();
    for (const datagram of [MEDIA, ANSWER, Buffer.alloc(0), checkFor("somebody:far"), checkFor(name), checkFor("")])
      arrive(datagram);
    expect([leg.got.length, routes.dropped]).toEqual([0, 6]);
    leg.admit(HERE);
    for (const datagram of [MEDIA, ANSWER]) arrive(datagram);
    for (const other of [{ port: 9 }, { local: 1 }, { address: "::1" }]) arrive(MEDIA, { ...HERE, ...other });
    expect(leg.got).toEqual([MEDIA, ANSWER].map((datagram) => ({ datagram, isKnown: true })));
    leg.close();
    arrive(MEDIA);
    expect(leg.got).toHaveLength(2);
  });

  test("MEDIA-90 names are unique at the port", () => {
    const legs = Array.from({ length: 50 }, newLeg);
    expect(new Set(legs.flatMap((leg) => [leg.newName(), leg.newName()])).size).toBe(100);
  });

  test("MEDIA-91 while no leg has proven its address, the address belongs to the last authentic check", () => {
    const [a, b] = [newLeg(), newLeg()];
    for (const leg of [a, b, a, b]) {
      leg.admit(HERE);
      arrive(MEDIA);
    }
    expect([a.got.length, b.got.length]).toEqual([2, 2]);
  });

  test("MEDIA-91 a leg that has proven its address keeps its packets when another leg's check comes from there", () => {
    const [victim, attacker] = [newLeg(), newLeg()];
    victim.admit(HERE);
    victim.settle(HERE);
    attacker.admit(HERE);
    arrive(MEDIA);
    expect([victim.got.length, attacker.got.length]).toEqual([1, 0]);
    // A browser that uses its port again: what is not for the first leg is for the second, until that one has proven it too.
    victim.takes = false;
    arrive(MEDIA);
    expect([victim.got.length, attacker.got.length]).toEqual([2, 1]);
    attacker.settle(HERE);
    victim.admit(HERE);
    arrive(MEDIA);
    expect([victim.got.length, attacker.got.length]).toEqual([2, 2]);
    attacker.close();
    arrive(MEDIA);
    expect([victim.got.length, attacker.got.length]).toEqual([3, 2]);
  });

  test("MEDIA-91 a check from another leg's address is that of a stranger", () => {
    const [a, b] = [newLeg(), newLeg()];
    a.admit(HERE);
    arrive(checkFor(`${b.newName()}:far`));
    arrive(checkFor(`${a.newName()}:far`));
    expect([...b.got, ...a.got].map(({ isKnown }) => isKnown)).toEqual([false, true]);
  });

  test("MEDIA-92 a leg has at most 16 addresses: the oldest leaves, and others' stay", () => {
    const [a, b] = [newLeg(), newLeg()];
    b.admit(HERE);
    for (let port = 1; port <= 17; port += 1) a.admit({ ...HERE, port });
    for (let port = 1; port <= 17; port += 1) arrive(MEDIA, { ...HERE, port });
    arrive(MEDIA);
    expect([a.got.length, b.got.length, routes.dropped]).toEqual([16, 1, 1]);
  });

  test("MEDIA-92 an address whose connection has ended is forgotten by all", () => {
    const [a, b] = [newLeg(), newLeg()];
    a.settle(HERE);
    b.admit(HERE);
    routes.forget(HERE);
    routes.forget(HERE);
    arrive(MEDIA);
    expect([a.got.length, b.got.length, routes.dropped]).toEqual([0, 0, 1]);
  });
});
