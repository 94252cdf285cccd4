// @vitest-environment jsdom
import type { Permission } from "@callpanel/contract";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import type { PanelFeature } from "../../shared/feature.ts";
import { buddies } from "../buddies/index.ts";
import { queues } from "./index.ts";

afterEach(closePanel);

/** A page of the area that another feature builds. */
const reports: PanelFeature = { pages: { "queue-reports": async () => ({ Screen: () => <p>Figures of days</p> }) } };

async function openQueues(permissions: readonly Permission[], path = "/queues") {
  const server = createFakeServer();
  server.permit(permissions);
  const pages = { "queues-dashboard": async () => ({ Screen: () => <p>Live state</p> }) };
  return openPanel({ server, path, signedIn: true, features: [buddies, { ...queues, pages }, reports] });
}

const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

it("QDASH-1 /queues opens the dashboard with the heading Queues, below its tab", async () => {
  const { path } = await openQueues([read("queues")]);
  expect(await screen.findByText("Live state")).toBeTruthy();
  expect(path()).toBe("/queues/dashboard");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Queues");
  expect(tabs()).toEqual(["Dashboard"]);
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Dashboard");
});

it("QDASH-1 a page of another feature is shown in the same frame", async () => {
  await openQueues([read("queue_reports")], "/queues/reports");
  expect(await screen.findByText("Figures of days")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Queues");
});
