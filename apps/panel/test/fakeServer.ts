/** An in-memory server behind the panel's `fetch`: a test can expire its tokens and replace its responses. */
import type { Buddy, CurrentUser, ParkingLot, Permission, RuntimeConfig, VideoConfig } from "@callpanel/contract";
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { createFakeContacts } from "./fakeContacts.ts";
import type { FakeContacts } from "./fakeContacts.ts";
import type { Reply, SeenRequest } from "./fakeRequest.ts";
import { createFakeVoicemails } from "./fakeVoicemails.ts";
import type { FakeVoicemails } from "./fakeVoicemails.ts";
import { createFakeWatched } from "./fakeWatched.ts";

export const TEST_CONFIG: RuntimeConfig = {
  api_base: "/api",
  api_version: "v1",
  locale: "en-US",
  sign_in: "page",
  sign_in_path: "/api/oauth/authorize",
  sign_out_path: "/signed-out",
  focus_timeout_ms: 1_800_000,
  click_to_dial_external: false,
  embed_origins: [],
  error_reporting: null,
  analytics: null,
};

export const ALICE: CurrentUser = {
  id: 1,
  subscriberId: 1,
  firstName: "Alice",
  lastName: "Archer",
  username: "alice",
  extension: "101",
  company: "Example Telephony",
  dids: [{ name: "Main", number: "+1 514 555 0142", smsCapable: true }],
  email: "alice@example.com",
  realm: "demo",
  realmId: 1,
  authLevel: "user",
  parentRealm: null,
  pictureProfileUrl: null,
  rocketUsername: null,
  emergency_callerid_callback_profile_id: null,
  emergency_callerid_dispatchable_location_id: null,
};

const SIP = {
  proxy: [{ url: "/sip", weight: 1 }],
  realm: "demo",
  uri: "sip:alice@demo",
  ha1: "0".repeat(32),
  clidName: "Alice Archer",
  uaVer: "callpanel",
  ice_servers: [],
};

export const VIDEO_CONFIG: VideoConfig = {
  enabled: true,
  enable_recording: true,
  enable_telephony: true,
  enable_screen_sharing: true,
  max_room_per_realm: -1,
};

export interface FakeServer {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly seen: readonly SeenRequest[];
  /** Requests with a path that ends with this. */
  seenAt(path: string): readonly SeenRequest[];
  /** Sets the response for paths (or path and query) with this end; `unreachable`: no response; null: the default again. */
  spoil(path: string, reply: Reply | "unreachable" | null): void;
  /** Answers paths with this end only later. @returns lets the answers go */
  hold(path: string): () => void;
  permit(permissions: readonly Permission[]): void;
  /** Bearers issued until now are refused. */
  expireAll(): void;
  refuseRefresh(): void;
}

export const read = (module: Permission["module"]): Permission => ({ module, rule: "read" });

export const failure = (status: number, code: string, text: string): Reply => ({
  status,
  body: { error: code, code, error_description: text },
});

export const buddy = (number: number, name: string): Buddy => ({
  subscriberId: number,
  userId: number,
  username: name.split(" ")[0]?.toLowerCase() ?? name,
  exten: String(100 + number),
  name,
  department: number % 2 === 0 ? "Sales" : null,
  pictureProfileUrl: null,
  registered: number % 3 !== 0,
  presence: number % 3 === 0 ? "offline" : "online",
  contact: null,
  userAgent: null,
  voicemailCount: null,
  dnd: null,
  forward: null,
  followme: null,
});

export interface FakeServerOptions {
  /** Seconds since the epoch, for created_at. */
  readonly nowSeconds?: () => number;
  readonly buddies?: readonly Buddy[];
  readonly lots?: readonly ParkingLot[];
  readonly addressBook?: FakeContacts;
  readonly voicemails?: FakeVoicemails;
}

export function createFakeServer({
  nowSeconds = () => Date.now() / 1000,
  buddies = [],
  lots = [],
  addressBook = { contacts: [], tags: [] },
  voicemails = { messages: [] },
}: FakeServerOptions = {}): FakeServer {
  const seen: SeenRequest[] = [];
  const spoiled = new Map<string, Reply | "unreachable">();
  const held = new Map<string, Promise<void>>();
  const contacts = createFakeContacts(addressBook);
  const watched = createFakeWatched(buddies);
  const voicemail = createFakeVoicemails(voicemails);
  let permissions: readonly Permission[] = [read("panel_buddies")];
  const tokens = createTokens(nowSeconds);
  const answer = (path: string, query: URLSearchParams, request: SeenRequest): Reply => {
    if (path === "/api/oauth/token") return tokens.issue(request.body);
    if (path.endsWith("/webview_auth")) return tokens.issueEmbedded(request.body);
    if (path === "/api/oauth/revoke") return { status: 200, body: { success: true } };
    if (path === "/api/v1/oauth_applications/callpanel")
      return { status: 200, body: { client_id: "callpanel", name: "Callpanel", redirect_uri: "", scopes: "panel" } };
    if (path === "/api/v1/branding")
      return {
        status: 200,
        body: { logo: null, user_agent: "callpanel", platform_name: "Acme Voice", display_copyright: "© Acme" },
      };
    if (path === "/api/v1/branding/favicon_sizes") return { status: 200, body: { favicon_sizes: [16, 192] } };
    if (!tokens.isGood(request.authorization)) return failure(401, "request.unauthorized", "Sign in to use this");
    return (
      contacts(path, query, request) ??
      voicemail(path, query, request) ??
      watched(path, request) ??
      signedInAnswer({ permissions, lots, buddies }, path, query)
    );
  };

  return {
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(url, "http://panel.test");
      const text = typeof init.body === "string" ? init.body : null;
      const request: SeenRequest = {
        method: init.method ?? "GET",
        url,
        authorization: new Headers(init.headers).get("authorization"),
        body: text === null ? formOf(init.body) : JSON.parse(text),
      };
      seen.push(request);
      await [...held].find(([path]) => pathname.endsWith(path))?.[1];
      const spoil = [...spoiled].find(([path]) => pathname.endsWith(path) || url.endsWith(path))?.[1];
      if (spoil === "unreachable") throw new TypeError("Failed to fetch");
      const { status, body } = spoil ?? answer(pathname, searchParams, request);
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    },
    seen,
    seenAt: (path) => seen.filter(({ url }) => new URL(url, "http://panel.test").pathname.endsWith(path)),
    spoil(path, reply) {
      if (reply === null) spoiled.delete(path);
      else spoiled.set(path, reply);
    },
    hold(path) {
      let release = (): void => undefined;
      held.set(
        path,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return () => {
        held.delete(path);
        release();
      };
    },
    permit(next) {
      permissions = next;
    },
    expireAll: tokens.expireAll,
    refuseRefresh: tokens.refuseRefresh,
  };
}

/** Issues numbered tokens: the later ones are good, the earlier ones may have expired. */
function createTokens(nowSeconds: () => number) {
  let issued = 0;
  let goodFrom = 1;
  let refreshRefused = false;

  const token = () => {
    issued += 1;
    return {
      client_id: "callpanel",
      refresh_token: `refresh-${issued}`,
      access_token: `access-${issued}`,
      token_type: "Bearer",
      scope: "panel",
      created_at: nowSeconds(),
      expires_in: 3600,
    };
  };
  const issue = (body: unknown): Reply => {
    const fields =
      typeof body === "object" && body !== null
        ? new Map<string, unknown>(Object.entries(body))
        : new Map<string, unknown>();
    if (fields.get("grant_type") === "refresh_token") {
      return refreshRefused
        ? failure(400, "token.invalidGrant", "The grant is invalid")
        : { status: 200, body: token() };
    }
    if (fields.get("grant_type") === "authorization_code") return { status: 200, body: token() };
    return fields.get("username") === "alice" && fields.get("password") === "secret"
      ? { status: 200, body: token() }
      : failure(400, "login.error.login", "Failed login. Invalid email or password.");
  };
  const issueEmbedded = (body: unknown): Reply => {
    const text = JSON.stringify(body);
    const good =
      ["alice", "bob"].some(
        (username) =>
          text === JSON.stringify({ cloud_id: "demo", username, password: "secret" }) ||
          text === JSON.stringify({ username, password: "secret" }),
      ) || text === JSON.stringify({ cloud_id: "demo", username: "alice", auth_token: "link" });
    return good
      ? { status: 200, body: token() }
      : failure(400, "login.error.login", "Failed login. Invalid email or password.");
  };
  return {
    issue,
    issueEmbedded,
    isGood: (authorization: string | null) =>
      Number(/^Bearer access-(\d+)$/.exec(authorization ?? "")?.[1] ?? 0) >= goodFrom,
    expireAll() {
      goodFrom = issued + 1;
    },
    refuseRefresh() {
      refreshRefused = true;
    },
  };
}

function pageOf(buddies: readonly Buddy[], query: URLSearchParams) {
  const wanted = (query.get("search") ?? "").toLowerCase();
  const found = buddies.filter(({ name, exten }) => `${name} ${exten}`.toLowerCase().includes(wanted));
  const start = Number(query.get("start") ?? 0);
  return { total: found.length, data: found.slice(start, start + Number(query.get("limit") ?? 18)) };
}

interface Company {
  readonly permissions: readonly Permission[];
  readonly lots: readonly ParkingLot[];
  readonly buddies: readonly Buddy[];
}

function signedInAnswer({ permissions, lots, buddies }: Company, path: string, query: URLSearchParams): Reply {
  switch (path) {
    case "/api/v1/users/validate_callpanel_session":
      return { status: 200, body: { success: true } };
    case "/api/v1/users/permissions":
      return { status: 200, body: { group_permissions: permissions, user_permissions: [] } };
    case "/api/v1/users/me":
      return { status: 200, body: ALICE };
    case "/api/v1/clients/licenses":
      return { status: 200, body: { data: [{ feature: "video_conf_limit", value: 5 }] } };
    case "/api/v1/video_conference_configs":
      return { status: 200, body: VIDEO_CONFIG };
    case "/api/v1/feature_codes":
      return { status: 200, body: { total: 1, data: DEFAULT_FEATURE_CODES.slice(0, 1) } };
    case "/api/v1/config/rmqclient":
      return {
        status: 200,
        body: { url: "/events", realm: "demo", username: "alice", reconnect_delay_ms: 5_000 },
      };
    case "/api/v1/config/sipua":
      return { status: 200, body: SIP };
    case "/api/v1/parkings":
      return { status: 200, body: { total: lots.length, data: lots } };
    case "/api/v1/user_picture_profiles/metadata":
      return { status: 200, body: { picture_type: "initials", pictureProfileUrl: null, data: [] } };
    case "/api/v1/panel_buddies":
      return { status: 200, body: pageOf(buddies, query) };
    default:
      return failure(404, "request.notFound", "Not found");
  }
}

/** The fields of a form by name; for a file, its type. */
function formOf(body: unknown): unknown {
  if (!(body instanceof FormData)) return null;
  return Object.fromEntries([...body].map(([name, value]) => [name, typeof value === "string" ? value : value.type]));
}
