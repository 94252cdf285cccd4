import { createDemoCompany } from "../src/modules/administration/index.ts";

/** The demo company with its first people only, queues without agents and rooms without admins: hashes of 24 passwords take time. */
export function smallDemoCompany(people: number): ReturnType<typeof createDemoCompany> {
  const demo = createDemoCompany();
  return {
    ...demo,
    users: demo.users.slice(0, people),
    services: demo.services.map((one) => {
      if (one.kind === "queue") return { ...one, members: [] };
      return one.kind === "room" ? { ...one, admins: [] } : one;
    }),
  };
}
