// @vitest-environment jsdom
import type { Permission } from "@callpanel/contract";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { person, serveRows, serveSubAccounts, WATCHES } from "../../../../test/fakeSettings.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const RIGHTS: readonly Permission[] = (
  ["emergency_caller_id_profiles", "emergency_caller_id_locations"] as const
).flatMap((module) => [read(module), { module, rule: "write" }]);
const choice = (location: number | null) => ({
  emergency_callerid_callback_profile_id: null,
  emergency_callerid_dispatchable_location_id: location,
});

async function openPage({
  location = null,
  disabledGlobally = false,
}: {
  location?: number | null;
  disabledGlobally?: boolean;
}) {
  const server = createFakeServer();
  server.permit([...RIGHTS, WATCHES]);
  serveSubAccounts(server, [4]);
  serveRows(
    server,
    "emergency_caller_id",
    [1, 4].map((id) => ({ ...person(id), ...choice(location), disabledGlobally })),
  );
  const profile = { id: 2, name: "Front desk", number: "+14165550160" };
  server.spoil("emergency_caller_id_profiles", { status: 200, body: { total: 1, data: [profile], disabledGlobally } });
  const places = [
    { id: 3, name: "Head office", address: "1 King St, Toronto", details: "Floor 5" },
    { id: 5, name: "Warehouse", address: "20 Dock Rd", details: "" },
  ];
  server.spoil("emergency_caller_id_locations", { status: 200, body: { total: 2, data: places, disabledGlobally } });
  const opened = await openPanel({ server, path: "/settings/emergency", signedIn: true });
  await screen.findByLabelText("Current location");
  return { server, ...opened };
}
const choose = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const main = () => screen.getByRole("main").textContent;

it("SET-17 FORMAT-6 it shows where help is sent to, and saves the person's choice by the endpoint of the spec", async () => {
  const { server } = await openPage({ location: 3 });
  expect(main()).toContain("Help is sent toHead office1 King St, TorontoFloor 5");
  expect(await screen.findByRole("option", { name: "Front desk, (416) 555-0160" })).toBeTruthy();
  await choose("Current location", "5");
  await choose("Call-back number", "2");
  server.spoil("users/emergency_caller_id", {
    status: 200,
    body: { emergency_callerid_callback_profile_id: 2, emergency_callerid_dispatchable_location_id: 5 },
  });
  await click("Save");
  expect(server.seenAt("users/emergency_caller_id").map(({ method, body }) => ({ method, body }))).toEqual([
    {
      method: "PUT",
      body: { emergency_callerid_callback_profile_id: 2, emergency_callerid_dispatchable_location_id: 5 },
    },
  ]);
  expect(main()).toContain("Help is sent toWarehouse20 Dock Rd");
});

it("SET-17 the choice for a watched sub-account is saved by their id; without a location the page says so", async () => {
  const { server } = await openPage({});
  expect(main()).toContain("No location is set.");
  await screen.findByLabelText("Settings of");
  await choose("Settings of", "4");
  await choose("Current location", "3");
  server.spoil("users/4/emergency_caller_id", { status: 200, body: choice(3) });
  await click("Save");
  expect(server.seenAt("users/4/emergency_caller_id").map(({ body }) => body)).toEqual([choice(3)]);
});

it("SET-17 if it is disabled globally, nothing can be chosen and the page says why", async () => {
  await openPage({ disabledGlobally: true });
  expect(screen.getByLabelText("Current location")).toHaveProperty("disabled", true);
  expect(main()).toContain("Your company has turned off these settings");
});
