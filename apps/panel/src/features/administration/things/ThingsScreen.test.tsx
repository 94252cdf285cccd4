// @vitest-environment jsdom
import type { CompanyThing } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(() => {
  closePanel();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const thing = (id: string, fields: Record<string, string>, also: Partial<CompanyThing> = {}): CompanyThing => ({
  id,
  fields,
  version: "aaaaaaaaaaaaaaaa",
  state: null,
  leads_to: [],
  used_by: [],
  ...also,
});
const MAIN = thing(
  "+14165550198",
  {
    name: "Main <b>line</b>",
    target: "101",
    hours: "",
    otherwise: "",
    sms: "true",
    pop_url: "",
    pop_trigger: "ringing",
  },
  { leads_to: [{ number: "101", name: "Alice Archer" }], used_by: ["Alice Archer"] },
);
const LOT = thing("700", { name: "Main", first_slot: "701", last_slot: "720", timeout_seconds: "45" });
const GATE = thing("gate", { password: "", calls: "" }, { state: "registered" });
const NUMBERS = "/api/v1/administration/numbers";
const DIRECT = `${NUMBERS}/direct`;

async function open(path: string, rule: string, targets?: string[]) {
  const server = createFakeServer();
  server.permit([read("configs"), { module: "administration", rule, ...(targets === undefined ? {} : { targets }) }]);
  const list = (one: CompanyThing) => ({ status: 200, body: { total: 1, data: [one] } });
  server.spoil(DIRECT, list(MAIN));
  server.spoil(`${DIRECT}/${encodeURIComponent(MAIN.id)}`, { status: 200, body: MAIN });
  server.spoil(`${NUMBERS}/hours`, list(thing("Office", { zone: "UTC", week: "mon,tue 09:00-17:00", closed: "" })));
  server.spoil("administration/destinations", { status: 200, body: { data: [{ number: "600", name: "Support" }] } });
  server.spoil("/api/v1/administration/lots/parking", list(LOT));
  server.spoil("/api/v1/administration/lots/parking/700", { status: 200, body: LOT });
  server.spoil("/api/v1/administration/lines/trunks", { status: 200, body: { total: 0, data: [] } });
  server.spoil("/api/v1/administration/lines/trunks/gate", { status: 200, body: GATE });
  const panel = await openPanel({ server, path, signedIn: true });
  return { server, ...panel };
}
const field = (name: string, role = "textbox") => screen.findByRole<HTMLInputElement>(role, { name });
const type = async (name: string, value: string, role = "textbox") => {
  const target = await field(name, role);
  await act(async () => fireEvent.change(target, { target: { value } }));
};
const click = async (name: string, role = "button") => {
  const target = await screen.findByRole(role, { name });
  await act(async () => fireEvent.click(target));
};
const put = (server: Awaited<ReturnType<typeof open>>["server"], path: string, method = "PUT") =>
  server.seenAt(path).filter((one) => one.method === method);

it("THINGS-1 the list says where numbers lead and opens their page; names are text", async () => {
  const { href } = await open("/administration/numbers", "manage_numbers");
  const row = await screen.findByRole("listitem", { name: "Main <b>line</b>" });
  expect(within(row).getByText("Leads to Alice Archer (101)")).toBeTruthy();
  await act(async () => fireEvent.click(within(row).getByRole("link")));
  await waitFor(() => expect(href()).toContain("/administration/numbers/direct/"));
  expect(await screen.findByText("Alice Archer", { selector: "bdi" })).toBeTruthy();
  expect((await field("Name")).readOnly).toBe(false);
  expect(screen.getByRole("button", { name: "Delete" })).toBeTruthy();
});

it("THINGS-2 THINGS-4 fields are checked as the server checks them; only changed values are sent", async () => {
  const { server } = await open("/administration/numbers/direct/+14165550198", "manage_numbers");
  await type("Leads to", "sup", "combobox");
  await screen.findByRole("option", { name: /Support/ });
  expect(screen.queryByText("2 to 8 digits.")).toBeNull();
  await act(async () => fireEvent.blur(await field("Leads to", "combobox")));
  expect(screen.getByText("2 to 8 digits.")).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "Otherwise leads to" })).toBeNull();
  await type("Leads to", "supp", "combobox");
  const support = await screen.findByRole("option", { name: /Support/ });
  await act(async () => fireEvent.click(support));
  await waitFor(async () => expect((await field("Leads to", "combobox")).value).toBe("600"));
  const hours = await field("During", "combobox");
  await waitFor(() => expect(within(hours).getByRole("option", { name: "Office" })).toBeTruthy());
  await act(async () => fireEvent.change(hours, { target: { value: "Office" } }));
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  await type("Otherwise leads to", "102", "combobox");
  await click("Save");
  const path = `${DIRECT}/${encodeURIComponent(MAIN.id)}`;
  await waitFor(() => expect(put(server, path)).toHaveLength(1));
  expect(put(server, path)[0]?.body).toEqual({
    version: MAIN.version,
    fields: { target: "600", hours: "Office", otherwise: "102" },
  });
});

it("THINGS-2 business hours are edited by line, holidays by date; a refusal of the server is shown at its field", async () => {
  const { server } = await open("/administration/numbers/hours/new", "manage_numbers");
  await type("Name", "Office");
  await click("Fri", "checkbox");
  await act(async () => fireEvent.change(screen.getByLabelText("From, line 1"), { target: { value: "" } }));
  expect(screen.getByText("Each line needs a day and two times.")).toBeTruthy();
  await act(async () => fireEvent.change(screen.getByLabelText("From, line 1"), { target: { value: "08:30" } }));
  await click("Add a holiday");
  await act(async () => fireEvent.change(screen.getByLabelText("Holiday 1"), { target: { value: "2030-12-25" } }));
  const refusal = failure(400, "admin.exists", "time condition Office already exists");
  server.spoil(`${NUMBERS}/hours`, {
    ...refusal,
    body: { ...Object(refusal.body), details: { what: { kind: "hours", name: "Office" }, field: "id" } },
  });
  await click("Add");
  await waitFor(() => expect(put(server, `${NUMBERS}/hours`, "POST")).toHaveLength(1));
  expect(put(server, `${NUMBERS}/hours`, "POST")[0]?.body).toMatchObject({
    id: "Office",
    fields: { week: "mon,tue,wed,thu 08:30-17:00", closed: "2030-12-25" },
  });
  const name = await field("Name");
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  expect(name.value).toBe("Office");
});

it("THINGS-2 a new holiday is tomorrow as the calendar of the browser says it, also in the evening", async () => {
  vi.stubEnv("TZ", "America/Toronto");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T21:30:00-05:00") });
  await open("/administration/numbers/hours/new", "manage_numbers");
  await click("Add a holiday");
  expect(screen.getByLabelText<HTMLInputElement>("Holiday 1").value).toBe("2026-03-05");
});

it("THINGS-1 PAGES-1 a user who may change one lot can neither add nor delete", async () => {
  await open("/administration/lots/700", "manage_lots", ["700"]);
  expect((await field("First slot")).readOnly).toBe(false);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  await type("Last slot", "600");
  expect(screen.getByText("At least the first slot, and at most 1,000 slots.")).toBeTruthy();
});

it("THINGS-5 THINGS-6 the password of a new line is shown once, and its page opens then", async () => {
  const { server, href } = await open("/administration/lines/trunks/new", "manage_lines");
  await type("SIP username", "gate");
  const added = thing("gate", { password: "", calls: "" }, { state: "unregistered" });
  server.spoil("/api/v1/administration/lines/trunks", {
    status: 200,
    body: { ...added, secret: "s3cret-of-the-line" },
  });
  server.spoil("/api/v1/administration/lines/trunks/gate", { status: 200, body: added });
  await type("Order", "0");
  await click("Add");
  expect(await screen.findByText("A whole number from 1 to 999.")).toBeTruthy();
  await type("Order", "3");
  await click("International calls", "switch");
  await click("Add");
  const dialog = await screen.findByRole("dialog", { name: "The line was added" });
  const fields = { order: "3", inland: "true", abroad: "false", premium: "true", emergency: "true" };
  expect(put(server, "/api/v1/administration/lines/trunks", "POST").at(-1)?.body).toMatchObject({ id: "gate", fields });
  expect(within(dialog).getByDisplayValue("s3cret-of-the-line")).toBeTruthy();
  await act(async () => fireEvent.click(within(dialog).getAllByRole("button", { name: "Done" })[0] ?? dialog));
  await waitFor(() => expect(href()).toBe("/administration/lines/trunks/gate"));
  expect(await screen.findByText("Not registered")).toBeTruthy();
  expect(screen.queryByDisplayValue("s3cret-of-the-line")).toBeNull();
});

it("LINE-32 the result of a line's test is shown in words; a user who may only read has no button", async () => {
  const { server } = await open("/administration/lines/trunks/gate", "manage_lines");
  const answered = { address: "192.0.2.7", device: "Box 1", result: "answered", status: 200, milliseconds: 12 };
  for (const [gateways, said] of [
    [[answered], "The gateway answered after 12 ms."],
    [[], "No gateway is registered: check its address, name and password."],
    [[{ ...answered, result: "refused", status: 503 }], "The gateway is there but refused the test with status 503."],
  ] as const) {
    server.spoil("/api/v1/administration/lines/trunks/gate/test", {
      status: 200,
      body: { at: 1_800_000_000_000, gateways },
    });
    await click("Test the line");
    expect(await screen.findByText(said, { exact: false })).toBeTruthy();
    expect(screen.getByText(/^Tested at \d+:\d\d:\d\d/)).toBeTruthy();
  }
  closePanel();
  await open("/administration/lines/trunks/gate", "show_lines");
  expect(await screen.findByRole("heading", { name: /gate/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Test the line" })).toBeNull();
});
