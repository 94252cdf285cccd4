import { endpoints, type FirstRun } from "@callpanel/contract";
import type { FastifyRequest } from "fastify";
import { bearerToken, type EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { localeOf } from "../../kernel/text/language.ts";
import type { Author } from "../administration/index.ts";
import type { FirstRunService } from "./first-run.service.ts";

export interface FirstRunRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly firstRun: FirstRunService;
  readonly origins: OriginPolicy;
  readonly sipPath: string;
  readonly publicUrl: string | undefined;
}

/** The first run: with the token that the set-up link gave; once there is an administrator, with their session. */
export function createFirstRunRoutes(deps: FirstRunRoutesDeps): Routes {
  const { endpointServer, firstRun, origins, sipPath, publicUrl } = deps;
  const state = async ({ host }: FastifyRequest): Promise<FirstRun> => ({
    ...(await firstRun.state()),
    sip_url: `${(publicUrl ?? `http://${host}`).replace(/^http/, "ws")}${sipPath}`,
  });
  const admitted = (request: FastifyRequest): Promise<Author> =>
    firstRun.admit({
      token: bearerToken(request.headers.authorization),
      caller: () => endpointServer.callerOf(request),
    });
  /** A step, and the state after it. */
  const after = async (request: FastifyRequest, step: (author: Author) => Promise<unknown>): Promise<FirstRun> => {
    await step(await admitted(request));
    return state(request);
  };
  return (app) => {
    endpointServer.servePublic(app, endpoints.openFirstRun, async ({ body, request }) => ({
      token: await firstRun.open(body.secret),
      state: await state(request),
    }));
    endpointServer.servePublic(app, endpoints.getFirstRun, ({ request }) => after(request, async () => undefined));
    endpointServer.servePublic(app, endpoints.setUpCompany, ({ body, request }) =>
      after(request, (author) => firstRun.setCompany(author, body)),
    );
    endpointServer.servePublic(app, endpoints.setUpAdministrator, ({ body, request }) =>
      after(request, () => firstRun.setAdministrator(body)),
    );
    endpointServer.servePublic(app, endpoints.readPeopleList, async ({ body, request }) => {
      await admitted(request);
      return { people: [...(await firstRun.readPeople(body.text))] };
    });
    endpointServer.servePublic(app, endpoints.setUpPeople, async ({ body, request }) => {
      const accounts = await firstRun.setPeople(await admitted(request), body, {
        origin: origins.panelOrigin(request.host),
        locale: localeOf(request.headers["accept-language"]),
      });
      return { accounts: [...accounts], state: await state(request) };
    });
    endpointServer.servePublic(app, endpoints.setUpServices, ({ body, request }) =>
      after(request, (author) => firstRun.setServices(author, body)),
    );
    endpointServer.servePublic(app, endpoints.setUpLine, ({ body, request }) =>
      after(request, (author) => firstRun.setLine(author, body)),
    );
    endpointServer.servePublic(app, endpoints.skipStep, ({ body: { step, done }, request }) =>
      after(request, () => firstRun.mark(step, done ? "done" : "skipped")),
    );
    endpointServer.servePublic(app, endpoints.finishFirstRun, async ({ request }) => {
      await admitted(request);
      await firstRun.finish();
      return { success: true as const };
    });
  };
}
