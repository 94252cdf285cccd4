// @vitest-environment jsdom
import { ADMINISTRATION_RULES } from "@callpanel/contract";
import type { BackupState, WrittenCompany } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeEvents } from "../../../../test/fakeEvents.ts";
import { createFakeServer, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const COMPANY: WrittenCompany = {
  version: "aaaaaaaaaaaaaaaa",
  logo: null,
  settings: [
    { name: "company_name", value: "Acme", form: { kind: "text", pattern: ".{1,200}", optional: false } },
    { name: "country", value: "CA", form: { kind: "choice", choices: ["CA", "US"] } },
    { name: "call_limit", value: "4", form: { kind: "whole", least: 1, most: 16, optional: false } },
    { name: "chat_keep_days", value: "none", form: { kind: "whole", least: 1, most: 36_500, optional: true } },
    { name: "notify_listened", value: "false", form: { kind: "flag" } },
    { name: "feature_codes", value: "intercom=off", form: { kind: "featureCodes", optional: true } },
  ],
};
const PATH = "/api/v1/administration/company";
const BACKUPS = "/api/v1/administration/backups";
const STATE: BackupState = {
  places: [{ kind: "folder", label: "/mnt/backups", readable: true }],
  schedule: { on: true, time: "03:00", time_zone: "America/Toronto", keep: 14, place: "folder" },
  version: "scheduleVersion1",
  next_at: Date.UTC(2026, 10, 27, 8),
  night: null,
  running: null,
  last: null,
  prepared: null,
  replaced: [],
  restarts: true,
  company: "Acme",
  data: [
    {
      name: "2026-11-26T03-00-00Z",
      place: "folder",
      facts: {
        taken_at: Date.UTC(2026, 10, 26, 12),
        database_bytes: 12_300_000,
        sounds: 2,
        sounds_bytes: 4_000,
        missing: 0,
        has_key: true,
        by_hand: true,
      },
    },
  ],
};

const open = (path: string, ...rules: readonly string[]) => openWith(STATE, path, ...rules);
async function openWith(state: BackupState, path: string, ...rules: readonly string[]) {
  const server = createFakeServer();
  server.permit([read("configs"), ...rules.map((rule) => ({ module: "administration" as const, rule }))]);
  server.spoil(PATH, { status: 200, body: COMPANY });
  server.spoil(`${PATH}/applications`, { status: 200, body: { data: [] } });
  server.spoil(BACKUPS, { status: 200, body: state });
  server.spoil("/api/v1/administration/missing", { status: 200, body: { data: ["line", "mail"] } });
  const machine = { memory_bytes: 150_000_000, disk: { free_bytes: 5e9, total_bytes: 1e11 } };
  const counts = { registrations: 3, calls: 1, waiting: 0, rooms: 0, lines: { registered: 0, total: 1 } };
  server.spoil("/api/v1/administration/overview", {
    status: 200,
    body: {
      version: "callpanel 0.1.0",
      started_at: 0,
      ...counts,
      machine: { ...machine, backup: { configured: true, last_at: null, failed_at: null } },
    },
  });
  const panel = await openPanel({ server, path, signedIn: true });
  return { server, ...panel };
}
const field = (name: string, role = "textbox") => screen.findByRole<HTMLInputElement>(role, { name });
const type = async (name: string, value: string) => {
  const target = await field(name);
  await act(async () => fireEvent.change(target, { target: { value } }));
};
const click = async (name: string, role = "button") => {
  const target = await screen.findByRole(role, { name });
  await act(async () => fireEvent.click(target));
};

it("COMPANY-1 settings are checked by their forms, sent by name, and empty ones are none", async () => {
  const { server } = await open("/administration/company", "manage_company");
  expect((await field("Chat messages (days)")).value).toBe("");
  expect(within(await field("Country", "combobox")).getByRole("option", { name: "United States" })).toBeTruthy();
  await type("Maximum calls at a time for each person", "17");
  expect(screen.getByText("A whole number from 1 to 16.")).toBeTruthy();
  await type("Maximum calls at a time for each person", "8");
  await type("Chat messages (days)", "30");
  await click("Play a beep when someone listens in", "switch");
  await click("Save");
  const sent = () => server.seenAt(PATH).filter(({ method }) => method === "PUT");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    version: COMPANY.version,
    settings: { call_limit: "8", chat_keep_days: "30", notify_listened: "true" },
  });
});

it("FEATURE-7 each code has a field; an empty one is off, faults are marked and not saved, defaults are not sent", async () => {
  const { server } = await open("/administration/company", "manage_company");
  const valueIn = async (name: string) => (await field(name)).value;
  expect([await valueIn("Do not disturb"), await valueIn("Intercom")]).toEqual(["*76", ""]);
  expect(screen.getByText("Off. Default: *80")).toBeTruthy();
  await type("Do not disturb", "*96");
  expect(screen.getAllByText("Another code is the same, or begins with the same digits.")).toHaveLength(2);
  await type("Do not disturb", "78");
  expect(screen.getByText("Use * or #, then up to 4 digits.")).toBeTruthy();
  expect((await field("Save", "button")).disabled).toBe(true);
  await type("Do not disturb", " *7x8 ");
  expect([await valueIn("Do not disturb"), screen.getByText("Default: *76").textContent]).toEqual([
    "*78",
    "Default: *76",
  ]);
  await type("Intercom", "*80");
  await type("Pick up a call", "");
  await click("Save");
  const sent = () => server.seenAt(PATH).filter(({ method }) => method === "PUT");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ settings: { feature_codes: "dnd=*78 pickup=off" } });
});

it("COMPANY-1 COMPANY-2 a user who may only read changes nothing", async () => {
  await open("/administration/company", "show_company");
  expect((await field("Company name")).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Upload a logo" })).toBeNull();
});

it("COMPANY-10 a missing part links to its page, and a wrong value is marked", async () => {
  await open("/administration/overview", "show_company");
  const link = await screen.findByRole("link", { name: "Open: Connect an outside line" });
  expect(link.getAttribute("href")).toBe("/administration/lines/trunks/new");
  expect(screen.getByText("Connect a mail server (SMTP_URL)")).toBeTruthy();
  const tile = (await screen.findByText("Free disk space")).parentElement;
  expect([tile?.textContent, tile?.dataset["wrong"]]).toEqual(["Free disk space5 GB", ""]);
});

it("COMPANY-10 without the right to settings there is the state alone", async () => {
  await open("/administration/overview", "show_activity");
  expect(await screen.findByText("Registered phones")).toBeTruthy();
  expect(screen.queryByText("Finish setting up")).toBeNull();
});

it("COMPANY-20 a back-up is made and checked by users who may; others see the list", async () => {
  const { server } = await open("/administration/backup", "manage_backup");
  expect(await screen.findByText(/Database 12\.3 MB · 2 sounds, 4 kB/)).toBeTruthy();
  server.spoil(BACKUPS, { status: 200, body: { ...STATE, running: { act: "take", name: null, since: 0 } } });
  await click("Back up now");
  expect(await screen.findByText(/Taking a back-up since/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Back up now" }).hasAttribute("disabled")).toBe(true);
  // It has everything in it.
  expect(screen.queryByRole("button", { name: /^Download/ })).toBeNull();
  closePanel();
  await open("/administration/backup", ...ADMINISTRATION_RULES);
  expect(await screen.findByRole("button", { name: /^Download/ })).toBeTruthy();
  closePanel();
  await open("/administration/backup", "show_backup");
  expect(await screen.findByText(/Database 12\.3 MB/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Back up now" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Download/ })).toBeNull();
});

it("BACKUP-22 a place that cannot be read is named, beside the back-ups of the other; without any the list is not called empty", async () => {
  const bucket = { kind: "bucket" as const, label: "s3.example.com/kept", readable: false };
  const page = "/administration/backup";
  await openWith({ ...STATE, places: [...STATE.places, bucket] }, page, "manage_backup");
  expect(await screen.findByText(/Database 12\.3 MB/)).toBeTruthy();
  const words = "The bucket s3.example.com/kept can’t be reached now. Its back-ups are not in the list.";
  expect(screen.getByText(words)).toBeTruthy();
  closePanel();
  await openWith({ ...STATE, places: [bucket], data: [] }, page, "manage_backup");
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText("There are none yet.")).toBeNull();
});

it("COMPANY-22 BACKUP-17 the changes that a back-up makes are shown, and it is restored only after the typed name, the password and a code, by users with all rights", async () => {
  const page = "/administration/backup";
  const counts = [{ kind: "people" as const, now: 25, restored: 24 }];
  const prepared: BackupState = {
    ...STATE,
    prepared: { name: "2026-11-26T03-00-00Z", taken_at: 0, has_key: false, counts },
  };
  await openWith(prepared, page, "manage_backup");
  expect(await screen.findByText(/Database 12\.3 MB/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  closePanel();
  await openWith({ ...STATE, restarts: false }, page, ...ADMINISTRATION_RULES);
  expect(await screen.findByRole("button", { name: /^Download/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  closePanel();
  const { server } = await openWith(prepared, page, ...ADMINISTRATION_RULES);
  server.spoil("/restore", { status: 200, body: { state: "code", code_sent_to: null } });
  expect(await screen.findByRole("row", { name: "People 25 24" })).toBeTruthy();
  expect(screen.getByText(/the server needs the SECRET_KEY/)).toBeTruthy();
  await click("Restore and restart");
  const dialog = within(await screen.findByRole("dialog"));
  const confirm = dialog.getByRole("button", { name: "Restore and restart" });
  await type("Type Acme to confirm", "Acm");
  await act(async () => fireEvent.click(confirm));
  expect([confirm.hasAttribute("disabled"), server.seenAt("/restore")]).toEqual([true, []]);
  await type("Type Acme to confirm", "Acme");
  await act(async () => fireEvent.click(confirm));
  expect([confirm.hasAttribute("disabled"), server.seenAt("/restore")]).toEqual([true, []]);
  await act(async () =>
    fireEvent.change(dialog.getByLabelText("Your password"), { target: { value: "callpanel-demo" } }),
  );
  await act(async () => fireEvent.click(confirm));
  expect(document.activeElement).toBe(await dialog.findByRole("textbox", { name: "Code" }));
  expect(confirm.hasAttribute("disabled")).toBe(true);
  server.spoil("/restore", { status: 200, body: { state: "restarting", code_sent_to: null } });
  await type("Code", "123456");
  await act(async () => fireEvent.click(confirm));
  expect(await screen.findByText(/The server restarts/)).toBeTruthy();
  expect(server.seenAt("/restore")).toHaveLength(2);
});

it("COMPANY-30 a file shows what it would change before it is applied; without the right to an area there is no file", async () => {
  const all = ["people", "numbers", "queues", "rooms", "lots", "lines", "permissions", "company"];
  const { server } = await open("/administration/company", ...all.map((area) => `manage_${area}`));
  const details = { "lastName.from": "Archer", "lastName.to": "Adams" };
  const change = { act: "people.changed", name: "<b>alice</b>", details };
  server.spoil(`${PATH}/file/preview`, { status: 200, body: { total: 1, data: [change] } });
  server.spoil(`${PATH}/file`, { status: 200, body: { added: 0, changed: 1, unchanged: 0 } });
  expect(await screen.findByRole("button", { name: "Choose a file" })).toBeTruthy();
  const inputs = [...document.querySelectorAll<HTMLInputElement>("input[type=file]")];
  const input = inputs.find(({ accept }) => accept.includes("yaml"));
  // jsdom has no `text` of files.
  const file = Object.assign(new File([], "company.yaml"), { text: async () => "realm: demo" });
  await act(async () => fireEvent.change(input ?? document.body, { target: { files: [file] } }));
  const dialog = await screen.findByRole("dialog", { name: "1 change" });
  expect(within(dialog).getByText("<b>alice</b>")).toBeTruthy();
  expect(within(dialog).getByText("Last name: Archer → Adams")).toBeTruthy();
  expect(server.seenAt(`${PATH}/file`)).toHaveLength(0);
  await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Apply" })));
  await waitFor(() => expect(server.seenAt(`${PATH}/file`)[0]?.body).toEqual({ text: "realm: demo" }));
  closePanel();
  await open("/administration/company", ...all.slice(1).map((area) => `manage_${area}`));
  expect(await field("Company name")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose a file" })).toBeNull();
});

it("COMPANY-40 COMPANY-41 a new application shows its secret once, a wrong address is reported before that, and removing one needs a confirmation", async () => {
  const apps = `${PATH}/applications`;
  const all = ["people", "numbers", "queues", "rooms", "lots", "lines", "permissions", "company"];
  const events = createFakeEvents(window);
  const { server } = await open("/administration/company", ...all.map((area) => `manage_${area}`));
  expect(await screen.findByText("No applications yet")).toBeTruthy();
  await click("New application");
  await type("Name", "Our CRM");
  await type("Redirect addresses", "https://crm.example/cb http://crm.example/cb");
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "my-own-password" } });
  expect(screen.getByText(/^1 to 10 https addresses/)).toBeTruthy();
  expect((await field("Create", "button")).hasAttribute("disabled")).toBe(true);
  await type("Redirect addresses", "https://crm.example/cb  http://localhost:3000/cb");
  const exists = {
    error: "admin.exists",
    code: "admin.exists",
    error_description: "It already exists",
    details: { field: "name" },
  };
  server.spoil(apps, { status: 400, body: exists });
  await click("Create");
  expect(await screen.findByText(/already exists/)).toBeTruthy();
  const needed = { error: "otp.codeNeeded", code: "otp.codeNeeded", error_description: "A code is needed" };
  server.spoil(apps, { status: 400, body: { ...needed, details: { field: "code", sent_to: "a•••@x.example" } } });
  await type("Name", "Our CRM ");
  await click("Create");
  expect(await screen.findByText("Sent to a•••@x.example")).toBeTruthy();
  expect((await field("Create", "button")).hasAttribute("disabled")).toBe(true);
  await type("Code", " 123456");
  server.spoil(apps, { status: 200, body: { client_id: "abc123", secret: "s3cret" } });
  await click("Create");
  const dialog = within(await screen.findByRole("dialog", { name: "Our CRM is ready" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Client secret").value).toBe("s3cret");
  expect(dialog.getByText(/it isn’t shown again/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Copy Client secret" })).toBeTruthy();
  const sent = server.seenAt(apps).filter(({ method }) => method === "POST");
  expect(sent.at(-1)?.body).toEqual({
    name: "Our CRM",
    redirect_uris: ["https://crm.example/cb", "http://localhost:3000/cb"],
    current_password: "my-own-password",
    code: "123456",
  });
  const row = {
    client_id: "abc123",
    name: "Our CRM",
    redirect_uris: ["https://crm.example/cb"],
    added_at: 0,
    old_secret_until: null,
  };
  server.spoil(apps, { status: 200, body: { data: [row] } });
  await click("Done");
  expect(document.body.textContent).not.toContain("s3cret");
  await waitFor(() => expect(events.count()).toBe(1));
  act(() => events.join());
  act(() => events.say({ type: "event", sequence: 1, event: { action: "ADMINISTRATION", realm: "demo" } }));
  const list = within(await screen.findByRole("list", { name: "Registered applications" }));
  expect([list.getByText(/^Client ID abc123/), list.getByText("https://crm.example/cb")]).toHaveLength(2);
  await click("New secret for Our CRM");
  fireEvent.change(screen.getByLabelText("The old secret ends"), { target: { value: "24" } });
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "my-own-password" } });
  server.spoil(`${apps}/abc123/secret`, { status: 400, body: { ...needed, details: { field: "code", sent_to: "" } } });
  await click("New secret");
  expect(await screen.findByText(/authenticator app/)).toBeTruthy();
  await type("Code", "654321");
  server.spoil(`${apps}/abc123/secret`, { status: 200, body: { client_id: "abc123", secret: "an0ther" } });
  await click("New secret");
  const renewed = within(await screen.findByRole("dialog", { name: "New secret for Our CRM" }));
  expect(renewed.getByLabelText<HTMLInputElement>("Client secret").value).toBe("an0ther");
  expect(server.seenAt(`${apps}/abc123/secret`).at(-1)?.body).toEqual({
    keep_old_hours: 24,
    current_password: "my-own-password",
    code: "654321",
  });
  await click("Done");
  expect(document.body.textContent).not.toContain("an0ther");
  server.spoil(`${apps}/abc123`, { status: 200, body: { client_id: "abc123" } });
  await click("Remove Our CRM");
  expect(server.seenAt(`${apps}/abc123`)).toEqual([]);
  expect(await screen.findByText(/is signed out there at once/)).toBeTruthy();
  server.spoil(apps, { status: 200, body: { data: [] } });
  await click("Remove");
  expect(await screen.findByText("Our CRM removed")).toBeTruthy();
  expect(await screen.findByText("No applications yet")).toBeTruthy();
  expect(server.seenAt(`${apps}/abc123`).map(({ method }) => method)).toEqual(["DELETE"]);
  closePanel();
  const { server: less } = await open("/administration/company", ...all.slice(1).map((area) => `manage_${area}`));
  expect(await field("Company name")).toBeTruthy();
  expect([screen.queryByText("Applications"), less.seenAt(apps)]).toEqual([null, []]);
});

it("BACKUP-17 BACKUP-18 a change of the schedule asks for the password and then for a code; if fewer are kept, the page says which are removed", async () => {
  const { server } = await openWith(STATE, "/administration/backup", ...ADMINISTRATION_RULES);
  expect(screen.queryByLabelText("Your password")).toBeNull();
  expect(await screen.findByText(/Taken by hand/)).toBeTruthy();
  await type("Back-ups to keep", "9000");
  expect(screen.getByText("Confirm the change with your password.")).toBeTruthy();
  expect((await field("Save", "button")).hasAttribute("disabled")).toBe(true);
  await type("Back-ups to keep", "1");
  expect(screen.getByText(/^Older back-ups are deleted/)).toBeTruthy();
  expect((await field("Save", "button")).hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "my-own-password" } });
  const needed = { error: "otp.codeNeeded", code: "otp.codeNeeded", error_description: "A code is needed" };
  server.spoil(`${BACKUPS}/schedule`, { status: 400, body: { ...needed, details: { field: "code", sent_to: "" } } });
  await click("Save");
  expect(await screen.findByText(/authenticator app/)).toBeTruthy();
  await type("Code", "123456");
  const saved = { ...STATE, schedule: { ...STATE.schedule, keep: 1 }, version: "scheduleVersion2" };
  server.spoil(`${BACKUPS}/schedule`, { status: 200, body: saved });
  await click("Save");
  await waitFor(() => expect(screen.queryByLabelText("Your password")).toBeNull());
  const [first, second] = server.seenAt(`${BACKUPS}/schedule`).map(({ body }) => body);
  const order = { ...STATE.schedule, keep: 1, version: STATE.version, current_password: "my-own-password" };
  expect([first, second]).toEqual([order, { ...order, code: "123456" }]);
});

it("BACKUP-18 BACKUP-19 BACKUP-20 the nightly back-up is changed with Save, a failed one is shown with its reason, and replaced data is removed after a confirmation", async () => {
  const page = "/administration/backup";
  const night = { at: Date.UTC(2026, 10, 26, 8), failed: true, said: "no space left" };
  const replaced = [{ name: "2026-11-20T10-00-00", at: Date.UTC(2026, 10, 20, 10), bytes: 3_400_000 }];
  const { server } = await openWith({ ...STATE, night, replaced }, page, ...ADMINISTRATION_RULES);
  expect(await screen.findByText("no space left")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await type("Back-ups to keep", "0");
  expect(await screen.findByText("A number from 1 to 9999.")).toBeDefined();
  await type("Back-ups to keep", "30");
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "my-own-password" } });
  server.spoil(`${BACKUPS}/schedule`, {
    status: 200,
    body: { ...STATE, night, replaced, schedule: { ...STATE.schedule, keep: 30 }, version: "scheduleVersion2" },
  });
  await click("Save");
  await waitFor(() =>
    expect(server.seenAt(`${BACKUPS}/schedule`).map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { ...STATE.schedule, keep: 30, version: STATE.version, current_password: "my-own-password" }],
    ]),
  );
  const list = within(screen.getByRole("list", { name: "Data replaced by restores" }));
  await act(async () => fireEvent.click(list.getByRole("button", { name: /^Delete the data replaced on/ })));
  const gone = `${BACKUPS}/replaced/2026-11-20T10-00-00`;
  server.spoil(gone, { status: 200, body: STATE });
  const dialog = within(await screen.findByRole("dialog"));
  expect(server.seenAt(gone)).toHaveLength(0);
  await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Delete" })));
  await waitFor(() => expect(server.seenAt(gone).map(({ method }) => method)).toEqual(["DELETE"]));
});
