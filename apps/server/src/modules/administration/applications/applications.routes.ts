import { AppError, endpoints, type AddedApplication, type CompanyApplication } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { AuditStore } from "../../audit/index.ts";
import { isItemOf } from "../../realm-settings/index.ts";
import { removeItem } from "../company.removal.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";
import { checkOwner, proofOf, type OwnerProof, type ProofDeps } from "../prove-owner.ts";
import { changeSecret, checkRegistration, registerApplication } from "./applications.service.ts";

interface ApplicationDeps extends ProofDeps {
  readonly company: CompanyStore;
  readonly audit: Pick<AuditStore, "lines">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

/** Of the audit log: more applications than a company has. */
const MOST_LINES = 1_000;

/** COMPANY-40: applications that sign people in, for the page of those who may change the whole company. */
function createApplications({ company, audit, clock, random, companyChanged, ...proving }: ApplicationDeps) {
  const kept = async ({ realm }: Caller) =>
    (await company.read((reader) => reader.realmItems(realm.id))).filter(isItemOf("application"));
  const orderOf = (caller: Caller) => ({ realm: caller.realm.name, author: authorOf(caller), at: clock.now() });
  return {
    list: async (caller: Caller): Promise<{ data: CompanyApplication[] }> => {
      const applications = await kept(caller);
      const lines = await audit.lines({ realmId: caller.realm.id, act: "applications.added", limit: MOST_LINES });
      const addedAt = new Map(lines.map(({ object, at }) => [object?.id, at]));
      const data = applications.map(({ name, clientId, redirectUris, former }) => ({
        client_id: clientId,
        name,
        redirect_uris: [...redirectUris],
        added_at: addedAt.get(clientId) ?? null,
        old_secret_until: former !== undefined && clock.now() < former.until ? former.until : null,
      }));
      return { data: data.toSorted((one, other) => one.name.localeCompare(other.name)) };
    },
    add: async (
      caller: Caller,
      { name, redirect_uris: redirectUris }: { readonly name: string; readonly redirect_uris: readonly string[] },
      proof: OwnerProof,
    ): Promise<AddedApplication> => {
      const order = { ...orderOf(caller), name: name.trim(), redirectUris, random };
      await checkRegistration(company, caller.realm.id, order);
      await checkOwner(proving, caller, proof);
      const { clientId, secret } = await registerApplication(company, order);
      companyChanged();
      return { client_id: clientId, secret };
    },
    changeSecret: async (
      caller: Caller,
      { id, keepOldHours }: { readonly id: string; readonly keepOldHours: number },
      proof: OwnerProof,
    ): Promise<AddedApplication> => {
      // Before a code is used up.
      if (!(await kept(caller)).some(({ clientId }) => clientId === id)) throw new AppError("request.notFound");
      await checkOwner(proving, caller, proof);
      const order = { ...orderOf(caller), which: { clientId: id }, keepOldHours, random };
      const { clientId, secret } = await changeSecret(company, order);
      companyChanged();
      return { client_id: clientId, secret };
    },
    remove: async (caller: Caller, id: string): Promise<{ client_id: string }> => {
      const application = (await kept(caller)).find(({ clientId }) => clientId === id);
      if (application === undefined) throw new AppError("request.notFound");
      const { kind, name } = application;
      await removeItem(company, { ...orderOf(caller), kind, name });
      companyChanged();
      return { client_id: id };
    },
  };
}

export function createApplicationRoutes({
  endpointServer,
  ...deps
}: ApplicationDeps & { readonly endpointServer: EndpointServer }): Routes {
  const applications = createApplications(deps);
  return (app) => {
    endpointServer.serve(app, endpoints.listApplications, ({ caller }) => applications.list(caller));
    endpointServer.serve(app, endpoints.addApplication, ({ caller, body, request }) =>
      applications.add(caller, body, proofOf(request, body)),
    );
    endpointServer.serve(app, endpoints.changeApplicationSecret, ({ caller, params, body, request }) =>
      applications.changeSecret(caller, { id: params.id, keepOldHours: body.keep_old_hours }, proofOf(request, body)),
    );
    endpointServer.serve(app, endpoints.removeApplication, ({ caller, params }) =>
      applications.remove(caller, params.id),
    );
  };
}
