import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { mediaAddresses, readSometimes } from "./media-addresses.ts";

const found = (address: string, internal = false): NetworkInterfaceInfo => {
  const shared = { address, netmask: "", mac: "", internal, cidr: null };
  return address.includes(":") ? { ...shared, family: "IPv6", scopeid: 0 } : { ...shared, family: "IPv4" };
};

const INTERFACES = {
  lo: [found("127.0.0.1", true), found("::1", true)],
  eth0: [found("fe80::1"), found("2001:db8::7"), found("192.0.2.2")],
  wlan0: [found("169.254.3.4"), found("198.51.100.7"), found("fd00::2"), found("fd00::3")],
  docker0: [found("172.17.0.1")],
};

test("MEDIA-3 on loopback a few other addresses of the machine are offered, without link-local ones", () => {
  const settings = { mediaAddress: "127.0.0.1", bindAddress: "127.0.0.1", portRange: undefined };
  expect(mediaAddresses({ ...settings, offersOwnAddresses: true }, INTERFACES).map(({ offered }) => offered)).toEqual([
    "127.0.0.1",
    "192.0.2.2",
    "198.51.100.7",
    "2001:db8::7",
    "fd00::2",
  ]);
  expect(mediaAddresses({ ...settings, offersOwnAddresses: false }, INTERFACES)).toHaveLength(1);
});

test("MEDIA-3 a configured address is the only one, and is bound as it is reached", () => {
  const settings = { mediaAddress: "203.0.113.7", bindAddress: "0.0.0.0", portRange: undefined };
  expect(mediaAddresses({ ...settings, offersOwnAddresses: false }, INTERFACES)).toEqual([
    { offered: "203.0.113.7", bound: "0.0.0.0" },
  ]);
});

test("MEDIA-3 the addresses of the machine are read at most once a second", () => {
  const clock = { now: 5_000, reads: 0 };
  const read = readSometimes(
    () => (clock.reads += 1),
    () => clock.now,
  );
  expect([read(), read()]).toEqual([1, 1]);
  clock.now += 999;
  expect(read()).toBe(1);
  clock.now += 1;
  expect([read(), read()]).toEqual([2, 2]);
});
