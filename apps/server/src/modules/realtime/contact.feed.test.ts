import type { Permission } from "@callpanel/contract";
import { expect, it } from "vitest";
import { notifyContacts } from "./contact.feed.ts";
import { openGateway } from "../../../test/open-gateway.ts";

const CONFIGS: Permission = { module: "configs", rule: "read" };
const READS: Permission[] = [CONFIGS, { module: "contacts", rule: "read" }];
const OWN: Permission[] = [CONFIGS, { module: "contacts", rule: "manage_personal" }];

it("CONTACT-40 changes of shared contacts reach all who may read them, those of personal ones only the owner, without names", async () => {
  const { join, bus } = openGateway();
  const people = {
    ann: await join("ann", READS, 1),
    ben: await join("ben", READS, 2),
    owner: await join("owner", OWN, 3),
  };
  const tell = (realm: string, ownerId: number | null, ids: readonly number[]) =>
    notifyContacts({ realm, ownerId, ids }, bus);
  tell("demo", null, [7]);
  tell("elsewhere", null, [8]);
  tell("demo", 3, [9]);
  tell(
    "demo",
    1,
    Array.from({ length: 101 }, (_, at) => at),
  );
  const heard = Object.values(people).map(({ frames }) =>
    frames.flatMap((one) => (one.type === "event" ? [one.event] : [])),
  );
  const shared = { action: "CONTACTS", realm: "demo", is_personal: false, ids: [7] };
  const own = { ...shared, is_personal: true };
  expect(heard).toEqual([[shared, { ...own, ids: [] }], [shared], [{ ...own, ids: [9] }]]);
});
