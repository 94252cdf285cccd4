/** The people who get text messages by e-mail (docs/spec/sms.md, SMS-40). */
import { canRead, smsToEmailSchema, type Rights, type SmsToEmail } from "@callpanel/contract";
import * as z from "zod/mini";
import type { PersonalSettingStore } from "../../personal-settings/index.ts";
import { rightsOf, type UserStore } from "../../users/index.ts";
import type { SmsPair, SmsStore } from "../sms.store.ts";

/** A person who has text messages to a number of their own sent to an address. */
export interface Forwarding {
  readonly address: string;
  readonly owner: ForwardingOwner;
}

export interface ForwardingOwner {
  readonly userId: number;
  readonly realm: { readonly id: number; readonly name: string };
  readonly rights: Rights;
}

export interface ForwardingDeps {
  readonly store: Pick<SmsStore, "numbers">;
  readonly users: Pick<UserStore, "byId" | "directNumbersOf" | "permissionsOf">;
  readonly settings: Pick<PersonalSettingStore, "read">;
}

export const FORWARDING_SETTING = "sms_to_email";
const storedSchema = z.array(smsToEmailSchema);

export function readForwarding(stored: string | undefined): readonly SmsToEmail[] {
  if (stored === undefined) return [];
  try {
    const rows = z.safeParse(storedSchema, JSON.parse(stored));
    return rows.success ? rows.data : [];
  } catch {
    return [];
  }
}

/** The setting counts while its owner has the number and the right to the setting. Each address is there once. */
export async function forwardingsOf(
  { store, users, settings }: ForwardingDeps,
  { realmId, did }: Pick<SmsPair, "realmId" | "did">,
): Promise<readonly Forwarding[]> {
  const number = (await store.numbers(realmId)).find((one) => one.number === did);
  if (number === undefined || number.people.size === 0) return [];
  const found = new Map<string, Forwarding>();
  for (const [userId, stored] of await settings.read(FORWARDING_SETTING, [...number.people])) {
    const row = readForwarding(stored).find(({ did_id, enabled }) => did_id === number.id && enabled);
    const owner = row && (await ownerOf(users, userId));
    const isOwn = row && (await users.directNumbersOf(userId)).some(({ id }) => id === number.id);
    if (owner === undefined || isOwn !== true || !canRead(owner.rights, "dids")) continue;
    for (const address of row?.emails ?? [])
      if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), { address, owner });
  }
  return [...found.values()];
}

/** Somebody with the rights that they have now; undefined: they may not use the panel. */
export async function ownerOf(
  users: Pick<UserStore, "byId" | "permissionsOf">,
  userId: number,
): Promise<ForwardingOwner | undefined> {
  const user = await users.byId(userId);
  if (user?.mayUsePanel !== true) return undefined;
  return { userId, realm: user.realm, rights: await rightsOf(users, userId) };
}
