/** Which web pages may use the server, and which host names it accepts (docs/spec/server.md, SERVER-…). */
export interface OriginPolicy {
  /**
   * Whether a page of `origin` may send changes, or open a socket. Programs other than browsers send no Origin and are
   * allowed: this protects people's browsers, not the server's secrets.
   */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean;
  /** Whether it is one of ALLOWED_ORIGINS, compared exactly as browsers write it: its pages may also read responses. */
  isListed(origin: string): boolean;
  /**
   * Whether the server accepts the name in the Host header. A loopback server accepts only loopback names (DNS
   * rebinding).
   */
  allowsHost(host: string | undefined): boolean;
  /** The panel's origin for a client that reached the server as `host`: `http://localhost:8080`. */
  panelOrigin(host: string | undefined): string;
  /** Whether it is an origin of the panel, e.g. to receive an authorization code. */
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
