/** Which web pages may use the server, and under which names it answers (docs/spec/server.md, SERVER-…). */
export interface OriginPolicy {
  /**
   * Whether a page of `origin` may send what changes something, or open a socket. Programs that are no browser send no
   * Origin and are let through: this guards people's browsers, not the server's secrets.
   */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean;
  /** Whether it is one of ALLOWED_ORIGINS, letter by letter as browsers write it: its pages may read answers too. */
  isListed(origin: string): boolean;
  /** Whether the server answers under the name in the Host header; a loopback server only to loopback names (DNS rebinding). */
  allowsHost(host: string | undefined): boolean;
  /** Where the panel lives for someone who reached the server under `host`: `http://localhost:8080`. */
  panelOrigin(host: string | undefined): string;
  /** Whether the panel may live there, e.g. to receive an authorization code. */
  isPanelOrigin(origin: string): boolean;
}

export interface OriginPolicySettings {
  /** Undefined: the server is reached directly. */
  readonly publicUrl: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly loopbackOnly: boolean;
  /** Known once the server listens. */
  readonly port: () => number;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export function createOriginPolicy(settings: OriginPolicySettings): OriginPolicy {
  const { publicUrl, allowedOrigins, loopbackOnly, port } = settings;
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const listed = [...(publicOrigin === undefined ? [] : [publicOrigin]), ...allowedOrigins];
  const loopbackOrigins = (): readonly string[] =>
    LOOPBACK_NAMES.map((name) => new URL(`http://${name}:${port()}`).origin);
  const own = (): readonly string[] => [
    ...(publicOrigin === undefined ? [] : [publicOrigin]),
    ...(loopbackOnly ? loopbackOrigins() : []),
  ];

  return {
    allowsOrigin: (origin, host) => {
      if (origin === undefined) return true;
      const parsed = parseOrigin(origin);
      if (parsed === undefined) return false;
      return listed.includes(parsed.origin) || (host !== undefined && parsed.host === host.toLowerCase());
    },
    isListed: (origin) => allowedOrigins.includes(origin),
    allowsHost: (host) => {
      if (!loopbackOnly) return true;
      if (host === undefined) return false;
      const parsed = parseOrigin(`http://${host}`);
      if (parsed === undefined) return false;
      return LOOPBACK_NAMES.includes(parsed.hostname) || listed.some((one) => new URL(one).host === parsed.host);
    },
    panelOrigin: (host) => {
      const known = own().find((one) => new URL(one).host === host?.toLowerCase());
      return known ?? own()[0] ?? `http://${host ?? `localhost:${port()}`}`;
    },
    isPanelOrigin: (origin) => own().includes(origin),
  };
}

function parseOrigin(origin: string): URL | undefined {
  if (!/^https?:\/\//i.test(origin)) return undefined;
  return URL.canParse(origin) ? new URL(origin) : undefined;
}
