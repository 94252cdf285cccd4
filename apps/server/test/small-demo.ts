import { createDemoCompany } from "../src/modules/administration/index.ts";

/** The demo company with its first people only, and queues without agents: hashes of 24 passwords take time. */
export function smallDemoCompany(people: number): ReturnType<typeof createDemoCompany> {
  const demo = createDemoCompany();
  return {
    ...demo,
    users: demo.users.slice(0, people),
    services: demo.services.map((one) => (one.kind === "queue" ? { ...one, members: [] } : one)),
  };
}
