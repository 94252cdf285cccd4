import type { WeeklyHours } from "@callpanel/contract";
import { companySettingsOf } from "./company-settings.model.ts";
import { DEFAULT_REALM_SETTINGS, inOrder, type LineUse, type RealmSettings } from "./realm-settings.model.ts";

/** Items of a realm, each with kind and name. Kinds that occur only once have no name. */
export type RealmItem =
  | {
      readonly kind: "emergency";
      readonly name: "";
      readonly disabledGlobally: boolean;
      readonly numbers: readonly string[];
    }
  | { readonly kind: "emergency_profile"; readonly name: string; readonly number: string }
  | {
      readonly kind: "emergency_location";
      readonly name: string;
      readonly address: string;
      readonly details: string;
    }
  | {
      readonly kind: "time_condition";
      readonly name: string;
      readonly timeZone: string;
      readonly hours: readonly WeeklyHours[];
      /** Dates on which it does not apply, `2026-12-25`. */
      readonly closed?: readonly string[] | undefined;
    }
  /** An outside line; its name is the SIP username of the gateway. */
  | ({
      readonly kind: "trunk";
      readonly name: string;
      readonly ha1Md5: string;
      readonly ha1Sha256: string;
    } & LineUse)
  /** An application of its own server that signs people in here (AUTH-50). */
  | {
      readonly kind: "application";
      readonly name: string;
      readonly clientId: string;
      /** Digest of its secret. */
      readonly secretDigest: string;
      /** AUTH-54: the secret before, as long as it still works. */
      readonly former?: FormerSecret | undefined;
      readonly redirectUris: readonly string[];
    }
  /** Caller id outside for people without a direct number. */
  | { readonly kind: "outgoing"; readonly name: ""; readonly number: string }
  /** One of COMPANY_SETTINGS, as it was written. */
  | { readonly kind: "setting"; readonly name: string; readonly value: string };

export interface FormerSecret {
  readonly digest: string;
  /** ms since the epoch. */
  readonly until: number;
}

export type RealmItemKind = RealmItem["kind"];
export type KeptRealmItem = RealmItem & { readonly id: number };

export function isItemOf<Kind extends RealmItemKind>(
  kind: Kind,
): <Item extends RealmItem>(item: Item) => item is Extract<Item, { readonly kind: Kind }> {
  return <Item extends RealmItem>(item: Item): item is Extract<Item, { readonly kind: Kind }> => item.kind === kind;
}

/** A realm's settings from its items, in the order of the items. */
export function realmSettingsOf(items: readonly KeptRealmItem[]): RealmSettings {
  const texts = new Map(items.filter(isItemOf("setting")).map(({ name, value }) => [name, value]));
  const [plan = DEFAULT_REALM_SETTINGS.emergency] = items.filter(isItemOf("emergency"));
  return {
    emergency: {
      disabledGlobally: plan.disabledGlobally,
      numbers: plan.numbers,
      profiles: items.filter(isItemOf("emergency_profile")),
      locations: items.filter(isItemOf("emergency_location")),
    },
    timeConditions: items.filter(isItemOf("time_condition")),
    trunks: inOrder(items.filter(isItemOf("trunk"))),
    outgoingNumber: items.find(isItemOf("outgoing"))?.number,
    company: companySettingsOf((name) => texts.get(name)),
  };
}
