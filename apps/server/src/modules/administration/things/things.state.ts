import type { PhoneSystem } from "@callpanel/phone-port";
import type { Caller } from "../../../kernel/http/caller.ts";
import { smsNumbers } from "../../sms/index.ts";
import type { Toggles } from "../../toggles/index.ts";
import { displayName } from "../../users/index.ts";
import type { CompanyStore } from "../company.store.ts";
import type { ThingState } from "./things.kinds.ts";

export interface ThingStateDeps {
  readonly company: Pick<CompanyStore, "read">;
  readonly phone: Pick<PhoneSystem, "snapshot">;
  readonly toggles: Pick<Toggles, "activeOf">;
}

/** A company as the pages of its things need it, with what is registered and switched now. */
export const readThings = ({ company, phone, toggles }: ThingStateDeps, caller: Caller): Promise<ThingState> =>
  company.read(async (reader) => {
    const { id, name: realm } = caller.realm;
    const [numbers, items, users] = [await reader.numbers(id), await reader.realmItems(id), await reader.users(id)];
    const names = new Map(users.map((user) => [user.id, displayName(user)]));
    const agents = (await reader.queues(id)).flatMap(({ number: queue, members }) =>
      members.map(({ agentId: userId }) => ({ queue, userId })),
    );
    const shared = smsNumbers(
      numbers.map((entry, at) => ({ id: at, entry })),
      agents,
    );
    const lines = new Set(
      phone
        .snapshot()
        .registrations.filter((one) => one.trunk === true && one.realm === realm)
        .map(({ sipUsername }) => sipUsername),
    );
    return {
      numbers,
      items,
      sharersOf: (number) => {
        const at = numbers.findIndex((entry) => entry.number === number);
        const people = [...(shared.find((one) => one.id === at)?.people ?? [])];
        return people.flatMap((person) => names.get(person) ?? []).toSorted((a, b) => a.localeCompare(b));
      },
      isRegistered: (line) => lines.has(line),
      activeOf: (toggle) => toggles.activeOf(realm, toggle),
    };
  });
