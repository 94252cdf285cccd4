// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";
import { changedEntries } from "./blacklist.model.ts";

afterEach(closePanel);

const ENTRIES = [
  { id: 1, name: "Pushy Sales", number: "+15145550111" },
  { id: 2, name: "Robot", number: "5145550122" },
];

async function openPage() {
  const server = createFakeServer();
  server.permit([read("do_not_disturb")]);
  server.spoil("/api/v1/blacklists", { status: 200, body: { total: 2, data: ENTRIES } });
  const opened = await openPanel({ server, path: "/settings/blacklist", signedIn: true });
  await screen.findByText("(514) 555-0122");
  return { server, ...opened };
}

const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const bodies = (server: Awaited<ReturnType<typeof openPage>>["server"], path: string) =>
  server.seenAt(path).flatMap(({ method, body }) => (method === "GET" ? [] : [{ method, body }]));

it("SET-11 FORMAT-6 a number can be blocked with or without a name", async () => {
  const { server } = await openPage();
  expect(screen.getByRole("button", { name: "Block" })).toHaveProperty("disabled", true);
  await type("Number", "514 555-0133");
  server.spoil("/api/v1/blacklists", { status: 200, body: { id: 3, name: "", number: "5145550133" } });
  await click("Block");
  expect(bodies(server, "/blacklists")).toEqual([{ method: "POST", body: { name: "", number: "514 555-0133" } }]);
  expect(await screen.findByText("(514) 555-0133 is blocked")).toBeTruthy();
  expect(screen.getByLabelText("Number")).toHaveProperty("value", "");
});

it("SET-11 an invalid number and a refusal by the server show an error, and the typed text stays", async () => {
  const { server } = await openPage();
  await type("Number", "*76");
  expect(screen.getByText("Invalid number: *76")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Block" })).toHaveProperty("disabled", true);
  await type("Number", "5145550122");
  server.spoil("/api/v1/blacklists", failure(409, "settings.blacklist.exists", "5145550122 is blocked already"));
  await click("Block");
  expect(await screen.findByText("5145550122 is blocked already")).toBeTruthy();
  expect(screen.getByLabelText("Number")).toHaveProperty("value", "5145550122");
});

it("SET-11 removing an entry shows a notice", async () => {
  const { server } = await openPage();
  server.spoil("blacklists/2", { status: 200, body: { success: true } });
  await click("Unblock Robot");
  expect(bodies(server, "blacklists/2")).toEqual([{ method: "DELETE", body: null }]);
  expect(await screen.findByText("(514) 555-0122 is no longer blocked")).toBeTruthy();
});

it("SET-11 many entries are edited together; entries without a name or number are not sent", async () => {
  const { server } = await openPage();
  await click("Edit list");
  await type("Name of 5145550122", "Robots");
  await type("Name of +15145550111", "");
  server.spoil("blacklists/bulk_save", { status: 200, body: { total: 2, data: ENTRIES } });
  await click("Save");
  expect(bodies(server, "bulk_save")).toEqual([
    { method: "POST", body: { blacklist_numbers: [{ id: 2, name: "Robots", number: "5145550122" }] } },
  ]);
  expect(await screen.findByText("Not saved, because a name or number is missing: Pushy Sales")).toBeTruthy();
});

it("SET-11 the search is sent to the server, and an empty result says so", async () => {
  const { server } = await openPage();
  server.spoil("/api/v1/blacklists", { status: 200, body: { total: 0, data: [] } });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search blocked numbers" }), { target: { value: "zzz" } });
  expect(await screen.findByText("No blocked number matches “zzz”.")).toBeTruthy();
  expect(within(screen.getByRole("main")).queryByText("Robot")).toBeNull();
});

it("SET-11 spaces around what was typed do not count as a change", () => {
  expect(changedEntries(ENTRIES, [{ id: 1, name: " Pushy Sales ", number: "+15145550111" }])).toEqual([]);
});
