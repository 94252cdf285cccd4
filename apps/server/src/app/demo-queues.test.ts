import { endpoints } from "@callpanel/contract";
import { expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";

const demoSoundsDir = new URL("../../demo", import.meta.url).pathname;

it("ADMIN-31 on the first day reports and figures of queues show something", async () => {
  const server = await createTestServer({ demo: true, demoSoundsDir });
  const { data } = endpoints.listQueues.response.parse((await server.get("/api/v1/queues", "carol")).body);
  expect(data.map(({ name }) => name)).toEqual(["Support", "Sales", "Billing"]);
  expect(data.some(({ summary }) => summary.completed > 0)).toBe(true);
  const day = (ago: number) => new Date(server.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const path = `/api/v1/queues/reports/summary?start_date=${day(14)}&end_date=${day(0)}`;
  const { totals } = endpoints.getQueueSummary.response.parse((await server.get(path, "carol")).body);
  expect(totals.calls).toBeGreaterThan(80);
  expect(totals.answered / totals.calls).toBeGreaterThan(0.7);
  expect(totals.in_queue).toBe(0);
  await server.remove();
});
