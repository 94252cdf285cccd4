import { describe, expect, it } from "vitest";
import { createClientAddress, isNetwork, isPrivateAddress } from "./client-address.ts";

describe("client address", () => {
  const of = (trusted: readonly string[], remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return createClientAddress(trusted).of({ headers, socket: { remoteAddress } });
  };

  it("SERVER-11 X-Forwarded-For from an untrusted sender is ignored", () => {
    expect(of([], "203.0.113.7", "10.0.0.1")).toBe("203.0.113.7");
    expect(of(["10.0.0.0/8"], "203.0.113.7", "10.0.0.1")).toBe("203.0.113.7");
  });

  it("SERVER-11 behind trusted proxies, the nearest address that none of them added counts", () => {
    expect(of(["10.0.0.0/8"], "10.0.0.2", "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
    expect(of(["10.0.0.0/8"], "10.0.0.2", "198.51.100.1, 203.0.113.7, 10.0.0.9")).toBe("203.0.113.7");
    expect(of(["10.0.0.0/8", "::1"], "::1", "203.0.113.7")).toBe("203.0.113.7");
    expect(of(["10.0.0.0/8"], "10.0.0.2")).toBe("10.0.0.2");
    expect(of(["10.0.0.0/8"], "10.0.0.2", "nonsense, <script>")).toBe("10.0.0.2");
  });

  it("SERVER-11 a client cannot choose its own address through a proxy that writes ports or other text", () => {
    const spoofed = "203.0.113.9";
    expect(of(["10.0.0.0/8"], "10.0.0.2", `${spoofed}, 198.51.100.1:4711`)).toBe("198.51.100.1");
    expect(of(["10.0.0.0/8"], "10.0.0.2", `${spoofed}, [2001:db8::1]:4711, 10.0.0.3:80`)).toBe("2001:db8::1");
    expect(of(["10.0.0.0/8"], "10.0.0.2", `${spoofed}, unknown`)).toBe("10.0.0.2");
    expect(of(["10.0.0.0/8"], "10.0.0.2", `${spoofed}, `)).toBe("10.0.0.2");
  });

  it("SERVER-11 an IPv4-mapped IPv6 address counts as IPv4", () => {
    for (const written of ["::ffff:cb00:7107", "0:0:0:0:0:FFFF:203.0.113.7", "::FFFF:203.0.113.7"])
      expect(of(["10.0.0.0/8"], "10.0.0.2", written), written).toBe("203.0.113.7");
    expect(of([], "::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(of(["127.0.0.1"], "::ffff:127.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
  });

  it("SERVER-35 private networks are distinguished from public ones", () => {
    for (const address of ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"])
      expect(isPrivateAddress(address), address).toBe(true);
    for (const address of ["203.0.113.7", "172.32.0.1", "2001:db8::1", "", "localhost"])
      expect(isPrivateAddress(address), address).toBe(false);
  });

  it("SERVER-36 a trusted proxy is an address or a network", () => {
    expect(["10.0.0.0/8", "::1", "192.0.2.1"].map(isNetwork)).toEqual([true, true, true]);
    expect(["10.0.0.0/33", "proxy", "10.0.0.0/8/8", "10.0.0/8"].map(isNetwork)).toEqual([false, false, false, false]);
  });
});
