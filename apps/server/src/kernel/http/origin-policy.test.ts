import { describe, expect, it } from "vitest";
import { createOriginPolicy, type OriginPolicySettings } from "./origin-policy.ts";

describe("origin policy", () => {
  const policy = (settings: Partial<OriginPolicySettings> = {}) =>
    createOriginPolicy({
      publicUrl: undefined,
      allowedOrigins: [],
      loopbackOnly: false,
      port: () => 8080,
      ...settings,
    });

  it("SERVER-9 behind a proxy that changes Host, the public URL still is the server's own origin", () => {
    const { allowsOrigin } = policy({ publicUrl: "https://phone.example.com" });
    expect(allowsOrigin("https://phone.example.com", "10.0.0.5:8080")).toBe(true);
    expect(allowsOrigin("https://phone.example.com:8443", "10.0.0.5:8080")).toBe(false);
    expect(allowsOrigin("https://phone.example.com.evil.example", "10.0.0.5:8080")).toBe(false);
  });

  it("SERVER-9 the same host is the server's own origin, in upper or lower case", () => {
    const { allowsOrigin } = policy();
    expect(allowsOrigin("http://pbx.lan:8080", "PBX.lan:8080")).toBe(true);
    expect(allowsOrigin("http://pbx.lan", "pbx.lan:8080")).toBe(false);
    expect(allowsOrigin("http://pbx.lan", undefined)).toBe(false);
    expect(allowsOrigin("chrome-extension://abc", "abc")).toBe(false);
  });

  it("SERVER-10 a server that is reached from outside accepts any host name", () => {
    expect(policy().allowsHost("anything.example")).toBe(true);
    const local = policy({ loopbackOnly: true, publicUrl: "https://phone.example.com" });
    expect(local.allowsHost("phone.example.com")).toBe(true);
    expect(local.allowsHost("evil.example")).toBe(false);
    expect(local.allowsHost(undefined)).toBe(false);
  });

  it("AUTH-26 the panel's origin is the public URL, or the host of the request", () => {
    expect(policy({ publicUrl: "https://phone.example.com" }).panelOrigin("10.0.0.5")).toBe(
      "https://phone.example.com",
    );
    expect(policy({ loopbackOnly: true }).panelOrigin("127.0.0.1:8080")).toBe("http://127.0.0.1:8080");
    expect(policy().panelOrigin("pbx.lan:8080")).toBe("http://pbx.lan:8080");
    expect(policy().isPanelOrigin("http://pbx.lan:8080")).toBe(false);
  });
});
