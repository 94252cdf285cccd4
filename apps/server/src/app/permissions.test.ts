import {
  endpoints,
  errorBodySchema,
  type Endpoint,
  type EndpointName,
  type Permission,
  type PermissionModule,
} from "@callpanel/contract";
import { readdirSync } from "node:fs";
import { bundleForNode } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EVERYTHING,
  everythingBut,
  insufficient,
  NOTHING,
  sufficient,
  type Requests,
  type Sent,
} from "../../test/permission-cases.ts";
import { CONTACT } from "../../test/requests/people.ts";
import { bearer, createTestServer, type TestServer } from "../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../modules/administration/index.ts";
import { endpointUrl } from "../kernel/http/endpoint-server.ts";

/** A request to each endpoint: a new area has a file of its own in test/requests. */
const FOLDER = new URL("../../test/requests/", import.meta.url);
// Not `import.meta.glob`: the runner keeps what that was, also when a file has been added since.
const isFile = (loaded: unknown): loaded is { readonly requests: Requests } =>
  typeof loaded === "object" && loaded !== null && "requests" in loaded;
const FILES = await Promise.all(
  readdirSync(FOLDER).map(async (file) => {
    const loaded: unknown = await import(new URL(file, FOLDER).href);
    if (!isFile(loaded)) throw new Error(`${file} has no requests`);
    return loaded;
  }),
);
const SENT: Requests = Object.fromEntries(FILES.flatMap(({ requests }) => Object.entries(requests)));
const sentOf = (name: EndpointName): Sent => SENT[name] ?? NOTHING;

/** Public: sign-in, and what a page or an <img> loads before the sign-in. */
const PUBLIC: readonly EndpointName[] = [
  "issueToken",
  "revokeToken",
  "getOauthApplication",
  "getBranding",
  "getFaviconSizes",
  "getContactImage",
  "getPictureImage",
  "showQueueWall",
  // With the token of a notification (PUSH-22).
  "declinePushedCall",
  "enterVideoMeeting",
  "showVideoMeeting",
  "webviewAuth",
  // With the token of a set-up link (FIRST-3).
  "openFirstRun",
  "getFirstRun",
  "setUpCompany",
  "setUpAdministrator",
  "readPeopleList",
  "setUpPeople",
  "downloadBackup",
  "setUpServices",
  "setUpLine",
  "skipStep",
  "finishFirstRun",
];
/** Open to everyone who is signed in: the user's own session, person and data, and facts about the phone system. */
const OPEN: readonly EndpointName[] = [
  "validateSession",
  "getPermissions",
  "getCurrentUser",
  "listSubAccounts",
  "getLicenses",
  "getFeatureCodes",
  "getMoreInfoLink",
  "getPushKey",
  "subscribePush",
  "unsubscribePush",
  "getPictures",
  "uploadPicture",
  "switchPictureType",
  "deletePicture",
  "changeUser",
  "getNotifications",
  "changeNotifications",
  "listBlacklist",
  "addToBlacklist",
  "removeFromBlacklist",
  "saveBlacklist",
  "listOwnSessions",
  "endOwnSession",
  "endOtherSessions",
];

/** The handler decides which right is needed, because it depends on the request (RIGHTS-6). */
const DECIDED_BY_HANDLER: ReadonlySet<EndpointName> = new Set(["createContact", "getPreferences"]);

const COMPANY = `
realm: demo
groups: [{ name: none, permissions: [] }]
users:
  - { username: penny, first_name: Penny, last_name: Pass, extension: 130, password: callpanel-demo, groups: [none] }
`;
/** About a hundred endpoints with every combination: slow on a busy machine. */
const WALK_MS = 120_000;
const names = Object.keys(SENT).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
const ofContract = Object.entries<Endpoint>(endpoints);

describe("every endpoint against every right", () => {
  let server: TestServer;
  let userId: number;
  let otherId: number;
  let token: string;
  beforeAll(async () => {
    // Uploads are really converted.
    const worker = new URL("../adapters/sounds/conversion/conversion.worker.ts", import.meta.url);
    server = await createTestServer({ conversionUrl: await bundleForNode(worker) });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    userId = (await server.stores.users.byUsername("penny"))?.id ?? 0;
    otherId = (await server.stores.users.byUsername("bob"))?.id ?? 0;
    token = (await server.signIn("penny")).access_token;
  });
  afterAll(() => server.remove());

  const paramsOf = (sent: Sent): Record<string, string> => ({ id: String(userId), ...sent.params });
  const ask = async (name: EndpointName, sent: Sent): Promise<{ status: number; code: string | undefined }> => {
    const endpoint: Endpoint = endpoints[name];
    const params = paramsOf(sent);
    const path = endpointUrl(endpoint).replace(/:(\w+)/g, (_, key: string) => params[key] ?? "");
    const form = sent.form === undefined ? undefined : await encode(sent.form);
    const answer = await server.app.inject({
      method: endpoint.method,
      url: `${path}${sent.query ?? ""}`,
      headers: { ...bearer(token), ...form?.headers },
      ...(form === undefined ? (sent.body === undefined ? {} : { payload: sent.body }) : { payload: form.payload }),
    });
    if (answer.statusCode < 400) return { status: answer.statusCode, code: undefined };
    return { status: answer.statusCode, code: errorBodySchema.parse(answer.json()).code };
  };
  const grant = (permissions: readonly Permission[]) =>
    server.stores.company.atomically((company) => company.setPermissions(userId, permissions));
  const told = (name: string, permissions: readonly Permission[]): string =>
    permissions.length > 20
      ? `${name} with all but ${EVERYTHING.length - permissions.length} rights`
      : `${name} with ${JSON.stringify(permissions)}`;

  /** The handler responded, with any result: no right was missing, and the request was understood. */
  const expectAnswered = async (name: EndpointName, sent: Sent, permissions: readonly Permission[]) => {
    await grant(permissions);
    const { status, code } = await ask(name, sent);
    const where = told(name, permissions);
    expect([401, 403, 500].includes(status), `${where}: ${status} ${code ?? ""}`).toBe(false);
    expect(code, where).not.toBe("request.invalid");
  };
  const expectRefused = async (name: EndpointName, sent: Sent, permissions: readonly Permission[]) => {
    await grant(permissions);
    expect(await ask(name, sent), told(name, permissions)).toEqual({ status: 403, code: "request.forbidden" });
  };

  it("RIGHTS-1 every endpoint has its entry in this table, and those without a demand are listed by name", () => {
    expect(names.toSorted()).toEqual(ofContract.map(([name]) => name).toSorted());
    const openTo = (access: Endpoint["access"]) =>
      ofContract.flatMap(([name, endpoint]) => (endpoint.access === access ? [name] : []));
    expect(openTo("public").toSorted()).toEqual(PUBLIC.toSorted());
    expect(openTo("session").toSorted()).toEqual(OPEN.toSorted());
  });

  it("RIGHTS-2 endpoints that are open to every signed-in user need no right", async () => {
    for (const name of OPEN) await expectAnswered(name, sentOf(name), []);
  });

  it("RIGHTS-3 an endpoint responds with exactly the right that it demands", { timeout: WALK_MS }, async () => {
    for (const name of names) {
      const { access }: Endpoint = endpoints[name];
      if (typeof access === "string") continue;
      const ways = sufficient(access, { userId, params: paramsOf(sentOf(name)) });
      expect(ways.length, name).toBeGreaterThan(0);
      if (DECIDED_BY_HANDLER.has(name)) continue;
      for (const way of ways) await expectAnswered(name, sentOf(name), way);
    }
  });

  it("RIGHTS-4 without it access is refused, with any other rights of the caller", { timeout: WALK_MS }, async () => {
    for (const name of names) {
      const { access }: Endpoint = endpoints[name];
      if (typeof access === "string") continue;
      for (const grants of insufficient(access, { userId, params: paramsOf(sentOf(name)) }))
        await expectRefused(name, sentOf(name), grants);
    }
  });

  it("RIGHTS-5 for another person, the right on that person is needed; the right on oneself is not enough", async () => {
    for (const name of names) {
      const { access, path }: Endpoint = endpoints[name];
      if (!path.startsWith("users/{id}") || access === "public") continue;
      const sent = { ...sentOf(name), params: { id: String(otherId) } };
      if (access === "session") {
        await expectRefused(name, sent, EVERYTHING);
        continue;
      }
      const asked = { userId, params: paramsOf(sent) };
      for (const grants of insufficient(access, asked)) await expectRefused(name, sent, grants);
      for (const grants of sufficient(access, asked).filter(isNotOwn)) await expectAnswered(name, sent, grants);
    }
  });

  /** A right that the handler itself checks, in addition to the demand. */
  const on = (module: PermissionModule, rule: string, ...targets: readonly string[]): Permission =>
    targets.length === 0 ? { module, rule } : { module, rule, targets: [...targets] };
  it("RIGHTS-6 shared contacts and the user's own need separate rights", async () => {
    const personal = { query: "?is_personal=true" };
    const shared = { query: "?is_personal=false" };
    const [manage, read, write] = ["manage_personal", "read", "write"].map((rule) => on("contacts", rule));
    if (manage === undefined || read === undefined || write === undefined) throw new Error("no rights");
    await expectAnswered("listContacts", personal, [manage]);
    await expectRefused("listContacts", personal, everythingBut([manage]));
    await expectAnswered("listContacts", shared, [read]);
    await expectRefused("listContacts", shared, [manage]);
    const form = (is_personal: string) => ({ form: { ...CONTACT, is_personal } });
    await expectAnswered("createContact", form("true"), [manage]);
    await expectRefused("createContact", form("true"), everythingBut([manage]));
    await expectAnswered("createContact", form("false"), [write]);
    await expectRefused("createContact", form("false"), everythingBut([write]));
  });

  it("RIGHTS-6 to read another person's preferences, the right to read them is needed", async () => {
    const of = { params: { id: String(otherId) } };
    for (const rule of ["read_for", "list_for"]) {
      await expectAnswered("getPreferences", of, [on("user_preferences", rule)]);
      await expectAnswered("getPreferences", of, [on("user_preferences", rule, String(otherId))]);
      await expectRefused("getPreferences", of, [
        on("user_preferences", rule, "424242"),
        on("user_preferences", "read"),
      ]);
    }
  });
});

/** `read` satisfies the demand; the handler then checks the person (RIGHTS-6). */
const isNotOwn = (grants: readonly Permission[]): boolean =>
  grants.every(({ rule, targets }) => rule !== "read" && !(rule === "read_for" && targets !== undefined));

async function encode(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name.endsWith("file") ? new Blob([value], { type: "image/png" }) : value);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
