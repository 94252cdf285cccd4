import { administrationEndpoints, errorBodySchema, type Endpoint, type EndpointName } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOTHING } from "../../../../test/permission-cases.ts";
import { requests } from "../../../../test/requests/administration.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { endpointUrl } from "../../../kernel/http/endpoint-server.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const COMPANY = `
realm: demo
groups:
  - { name: one-queue, permissions: ["administration:manage_queues:600"] }
  - { name: no-right, permissions: [] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [one-queue] }
  - { username: ines, groups: [no-right] }
`;
const isName = (name: string): name is EndpointName => Object.hasOwn(administrationEndpoints, name);
/** With a demand; the first run has its own secret. */
const TABLE = Object.entries<Endpoint>(administrationEndpoints).filter(
  ([name, { access, path }]) => isName(name) && typeof access === "object" && path.startsWith("administration/"),
);
/** What somebody with one queue may ask for. */
const OF_ONE_QUEUE = [
  "listCompanyQueues",
  "getCompanyQueue",
  "changeCompanyQueue",
  "findCompanyPeople",
  "findDestinations",
];
/** What a queue can have in it, or lead to. */
const CHOICES = ["findCompanyPeople", "findDestinations"];
/** Names and numbers, of others: nothing of them may be in an answer. */
const OTHERS = /"60[12]"|Sales|Board room/;

describe("a user who administers one queue, and one who administers nothing", () => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    for (const name of ["hiro", "ines"]) tokens.set(name, (await server.signIn(name)).access_token);
  });
  afterAll(() => server.remove());

  const ask = async (who: string, name: string, params: Readonly<Record<string, string>>) => {
    const endpoint = new Map(TABLE).get(name);
    if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
    const sent = (isName(name) ? requests[name] : undefined) ?? NOTHING;
    const filled: Readonly<Record<string, string>> = { id: "1", name: "staff", ...sent.params, ...params };
    const path = endpointUrl(endpoint).replace(/:(\w+)/g, (_, key: string) => filled[key] ?? "1");
    const answer = await server.app.inject({
      method: endpoint.method,
      url: `${path}${sent.query ?? ""}`,
      headers: bearer(tokens.get(who) ?? ""),
      ...(sent.body === undefined ? {} : { payload: sent.body }),
    });
    return { status: answer.statusCode, code: errorBodySchema.safeParse(answer.json()).data?.code, text: answer.body };
  };

  it("GRANT-9 each endpoint of administration refuses somebody without a right, before it reads the request", async () => {
    expect(TABLE.length).toBeGreaterThan(30);
    for (const [name] of TABLE)
      expect([name, await ask("ines", name, { number: "600" })]).toMatchObject([
        name,
        { status: 403, code: "request.forbidden" },
      ]);
  });

  it("GRANT-9 with the right to manage one queue, each other endpoint is refused, and each other queue", async () => {
    for (const [name] of TABLE) {
      const { status, code, text } = await ask("hiro", name, { number: "600" });
      if (OF_ONE_QUEUE.includes(name)) {
        // The version in the request is not the queue's.
        expect([name, status]).toEqual([name, name === "changeCompanyQueue" ? 409 : 200]);
        if (!CHOICES.includes(name)) expect([name, OTHERS.test(text)]).toEqual([name, false]);
      } else expect([name, status, code]).toEqual([name, 403, "request.forbidden"]);
    }
    const elsewhere = async (name: string) => (await ask("hiro", name, { number: "601" })).status;
    expect([await elsewhere("getCompanyQueue"), await elsewhere("changeCompanyQueue")]).toEqual([404, 403]);
  });
});
