// @vitest-environment jsdom
import type { CompanyQueue } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const SUPPORT: CompanyQueue = {
  number: "600",
  name: "Support",
  version: "aaaaaaaaaaaaaaaa",
  settings: [
    { name: "strategy", value: "ring_all", form: { kind: "choice", choices: ["ring_all", "linear"] } },
    { name: "ring_seconds", value: "15", form: { kind: "whole", least: 1, most: 300, optional: false } },
    { name: "max_waiting", value: "none", form: { kind: "whole", least: 1, most: 1_000, optional: true } },
    { name: "record", value: "false", form: { kind: "flag" } },
  ],
  agents: [
    { username: "dave", name: "Dave <b>Diaz</b>", extension: "104", penalty: 0, login: "always", ring_in_use: null },
  ],
};
const PATH = "/api/v1/administration/queues";

async function openQueues(targets: readonly string[] | null, path = "/administration/queues") {
  const server = createFakeServer();
  const rule = { module: "administration", rule: "manage_queues" } as const;
  server.permit([read("configs"), targets === null ? rule : { ...rule, targets: [...targets] }]);
  server.spoil(PATH, { status: 200, body: { total: 1, data: [{ number: "600", name: "Support", people: 1 }] } });
  server.spoil(`${PATH}/600`, { status: 200, body: SUPPORT });
  const panel = await openPanel({ server, path, signedIn: true });
  return { server, ...panel };
}
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const type = async (name: string, value: string) => {
  const target = await field(name);
  await act(async () => fireEvent.change(target, { target: { value } }));
};
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const sent = (server: Awaited<ReturnType<typeof openQueues>>["server"]) =>
  server.seenAt(`${PATH}/600`).filter(({ method }) => method === "PUT");

it("SERVICES-1 the list leads to a queue; a user who may change only one can neither add nor delete", async () => {
  const { href } = await openQueues(["600"]);
  const row = await screen.findByRole("listitem", { name: "Support" });
  expect(within(row).getByText("1 agent")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New queue" })).toBeNull();
  await act(async () => fireEvent.click(within(row).getByRole("link", { name: "Support" })));
  await waitFor(() => expect(href()).toBe("/administration/queues/600"));
  expect((await field("Name")).readOnly).toBe(false);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

it("SERVICES-3 fields are checked by their forms; only changed values are sent, and a value of none is an empty field", async () => {
  const { server } = await openQueues(null, "/administration/queues/600");
  await type("Ring an agent for (seconds)", "301");
  expect(screen.getByText("A whole number from 1 to 300.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  await type("Ring an agent for (seconds)", "30");
  expect((await field("Maximum callers waiting")).value).toBe("");
  await type("Maximum callers waiting", "20");
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Record all calls" })));
  await click("Save");
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  expect(sent(server)[0]?.body).toEqual({
    version: SUPPORT.version,
    name: "Support",
    settings: { ring_seconds: "30", max_waiting: "20", record: "true" },
    agents: [{ username: "dave", penalty: 0, login: "always", ring_in_use: null }],
  });
});

it("SERVICES-3 SERVICES-4 a setting that the server refuses shows this at its field, and what was typed stays", async () => {
  const { server } = await openQueues(null, "/administration/queues/600");
  await type("Maximum callers waiting", "20");
  const refusal = failure(403, "admin.outside", "Only administrators of all queues can do this");
  server.spoil(`${PATH}/600`, {
    ...refusal,
    body: { ...Object(refusal.body), details: { field: "settings.max_waiting" } },
  });
  await click("Save");
  const target = await field("Maximum callers waiting");
  await waitFor(() => expect(target.getAttribute("aria-invalid")).toBe("true"));
  expect(target.value).toBe("20");
});

it("SERVICES-5 a person is found and becomes an agent; a name is text", async () => {
  const { server } = await openQueues(null, "/administration/queues/600");
  expect(await screen.findByText("Dave <b>Diaz</b>")).toBeTruthy();
  server.spoil("find_people?search=ali", {
    status: 200,
    body: { data: [{ id: 1, username: "alice", name: "Alice Archer", extension: "101" }] },
  });
  const search = await screen.findByRole("combobox", { name: "Add a person" });
  await act(async () => fireEvent.change(search, { target: { value: "ali" } }));
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: /Alice Archer/ })));
  await click("Move Alice Archer up");
  await click("Save");
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  expect(sent(server)[0]?.body).toMatchObject({ agents: [{ username: "alice" }, { username: "dave" }] });
});
