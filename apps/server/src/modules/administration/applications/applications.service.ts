import { AppError, APPLICATION_REDIRECTS_MAX, areRedirects } from "@callpanel/contract";
import { newId, newToken, tokenDigest, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { isRedirectUri } from "../../auth/index.ts";
import { isItemOf } from "../../realm-settings/index.ts";
import { noteItem } from "../company.items.ts";
import { carryOut, type OfRealm } from "../company.order.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyStore } from "../company.store.ts";
import { checkApplication } from "./application.policy.ts";

export interface NewApplication extends OfRealm {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly random: RandomBytes;
}

/** @throws AppError admin.redirects */
function checkRedirects(given: readonly string[]): readonly string[] {
  const redirectUris = [...new Set(given)];
  if (areRedirects(redirectUris) && redirectUris.every(isRedirectUri)) return redirectUris;
  throw new AppError("admin.redirects", { limit: APPLICATION_REDIRECTS_MAX, field: "redirect_uris" });
}

/** Before a code is used up: what `registerApplication` would refuse. @throws AppError */
export async function checkRegistration(
  { read }: Pick<CompanyStore, "read">,
  realmId: number,
  { name, redirectUris }: Pick<NewApplication, "name" | "redirectUris">,
): Promise<void> {
  checkRedirects(redirectUris);
  const items = await read((reader) => reader.realmItems(realmId));
  if (items.filter(isItemOf("application")).some((one) => one.name === name))
    throw new AppError("admin.exists", { what: { kind: "application", name }, field: "name" });
  checkApplication(name, items, 1);
}

export interface NewSecret extends OfRealm {
  /** One of both. */
  readonly which: { readonly clientId: string } | { readonly name: string };
  /** For how long the old one works still; 0: it ends at once. */
  readonly keepOldHours: number;
  readonly at: number;
  readonly random: RandomBytes;
}

const HOUR_MS = 3_600_000;

/**
 * AUTH-54: gives an application another secret, for pages and the command line. It is known here alone.
 *
 * @throws AppError admin.notFound
 */
export function changeSecret(
  store: CompanyStore,
  { which, keepOldHours, random, ...order }: NewSecret,
): Promise<{ readonly clientId: string; readonly secret: string }> {
  const secret = newToken(random);
  return carryOut(store, order, async ({ company, realm, at, note }) => {
    const before = (await company.realmItems(realm.id))
      .filter(isItemOf("application"))
      .find((one) => ("name" in which ? one.name === which.name : one.clientId === which.clientId));
    if (before === undefined)
      throw new AppError("admin.notFound", {
        what: { kind: "application", name: "name" in which ? which.name : which.clientId },
      });
    const { kind, name, clientId, redirectUris, secretDigest } = before;
    const former = keepOldHours === 0 ? {} : { former: { digest: secretDigest, until: at + keepOldHours * HOUR_MS } };
    const after = { kind, name, clientId, redirectUris, secretDigest: tokenDigest(secret), ...former };
    await company.saveRealmItem(realm.id, after);
    await noteItem({ note }, { before, after });
    return { clientId, secret };
  });
}

/**
 * AUTH-50: registers an application, for pages and the command line. Its secret is known here alone.
 * @throws AppError admin.redirects, admin.exists, admin.applicationName, admin.applicationsMax
 */
export async function registerApplication(
  store: CompanyStore,
  { realm, name, redirectUris: given, random, ...ordered }: NewApplication,
): Promise<{ readonly clientId: string; readonly secret: string }> {
  const redirectUris = checkRedirects(given);
  const [clientId, secret] = [newId(random), newToken(random)];
  const item = { kind: "application", name, clientId, secretDigest: tokenDigest(secret), redirectUris } as const;
  const draft = { realm, groups: [], users: [], services: [], items: [{ ...item, version: null }] };
  try {
    await applyCompany(store, draft, ordered);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "admin.exists") throw error;
    throw new AppError(error.code, { ...error.details, field: "name" }, { cause: error });
  }
  return { clientId, secret };
}
