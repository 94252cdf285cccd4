import { MISSING_THINGS, type MissingThing } from "@callpanel/contract";
import type { PhoneSystem } from "@callpanel/phone-port";
import type { CompanyStore } from "../administration/index.ts";
import { isItemOf } from "../realm-settings/index.ts";
import type { SecondFactorStore } from "../second-factor/index.ts";

/** The group of those who may change everything. */
export const ADMINISTRATORS = "administrators";

export interface MissingDeps {
  readonly company: Pick<CompanyStore, "read">;
  readonly secondFactors: Pick<SecondFactorStore, "find">;
  readonly callHistory: { lastId(): Promise<number> };
  readonly phone: Pick<PhoneSystem, "snapshot">;
  readonly publicUrl: string | undefined;
  readonly mail: { readonly smtpUrl: string | undefined };
  /** That of each night; undefined: none. */
  readonly backup: object | undefined;
  readonly databaseUrl: string | undefined;
}

/** FIRST-40: what the company still needs, from what is stored and registered now. */
export async function missingThings(
  { company, secondFactors, callHistory, phone, publicUrl, mail, backup, databaseUrl }: MissingDeps,
  realm: string,
): Promise<readonly MissingThing[]> {
  const { users, administrators, numbers, items } = await company.read(async (reader) => {
    const id = (await reader.realms()).find(({ name }) => name === realm)?.id ?? 0;
    return {
      users: await reader.users(id),
      administrators: await reader.administrators(id),
      numbers: await reader.numbers(id),
      items: await reader.realmItems(id),
    };
  });
  const active = users.filter(({ mayUsePanel }) => mayUsePanel);
  const factors = await Promise.all(administrators.map((id) => secondFactors.find(id)));
  const lines = items.filter(isItemOf("trunk"));
  const hasLine = lines.length > 0;
  const isMissing: Readonly<Record<MissingThing, boolean>> = {
    people: active.length < 2,
    secondAdministrator: administrators.length < 2,
    secondFactor: factors.some((factor) => factor?.enabled !== true),
    call: (await callHistory.lastId()) === 0,
    line: !hasLine,
    lineRegistered: hasLine && !isLineRegistered(phone, realm),
    directNumber: hasLine && !numbers.some(({ kind }) => kind === "did"),
    emergencyLocation: hasLine && !items.some(isItemOf("emergency_location")),
    publicAddress: publicUrl?.startsWith("https:") !== true,
    mail: mail.smtpUrl === undefined,
    // A database server has back-ups of its own.
    backup: backup === undefined && databaseUrl === undefined,
  };
  return MISSING_THINGS.filter((thing) => isMissing[thing]);
}

export const isLineRegistered = (phone: Pick<PhoneSystem, "snapshot">, realm: string, name?: string): boolean =>
  phone
    .snapshot()
    .registrations.some(
      (one) => one.trunk === true && one.realm === realm && (name === undefined || one.sipUsername === name),
    );
