// @vitest-environment jsdom
import { ADMINISTRATION_RULES } from "@callpanel/contract";
import type { BackupState, WrittenCompany } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
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
  ],
};
const PATH = "/api/v1/administration/company";
const BACKUPS = "/api/v1/administration/backups";
const STATE: BackupState = {
  place: { folder: "/mnt/backups", time: "03:00", keep: 14 },
  running: null,
  last: null,
  prepared: null,
  restarts: true,
  company: "Acme",
  data: [
    {
      name: "2026-11-26T03-00-00Z",
      facts: {
        taken_at: Date.UTC(2026, 10, 26, 12),
        database_bytes: 12_300_000,
        sounds: 2,
        sounds_bytes: 4_000,
        missing: 0,
        has_key: true,
      },
    },
  ],
};

const open = (path: string, ...rules: readonly string[]) => openWith(STATE, path, ...rules);
async function openWith(state: BackupState, path: string, ...rules: readonly string[]) {
  const server = createFakeServer();
  server.permit([read("configs"), ...rules.map((rule) => ({ module: "administration" as const, rule }))]);
  server.spoil(PATH, { status: 200, body: COMPANY });
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
      machine: { ...machine, backup: { configured: true, last_at: null } },
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
  await type("Calls at a time in the panel", "17");
  expect(screen.getByText("A whole number from 1 to 16.")).toBeTruthy();
  await type("Calls at a time in the panel", "8");
  await type("Chat messages (days)", "30");
  await click("A beep tells people that someone listens", "switch");
  await click("Save");
  const sent = () => server.seenAt(PATH).filter(({ method }) => method === "PUT");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    version: COMPANY.version,
    settings: { call_limit: "8", chat_keep_days: "30", notify_listened: "true" },
  });
});

it("COMPANY-1 COMPANY-2 who may only look changes nothing", async () => {
  await open("/administration/company", "show_company");
  expect((await field("Company name")).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Upload a logo" })).toBeNull();
});

it("COMPANY-10 what is missing leads to its place, and what is wrong is marked", async () => {
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
  expect(screen.queryByText("What is still missing")).toBeNull();
});

it("COMPANY-20 a back-up is taken and checked by those who may; others see the list", async () => {
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

it("COMPANY-22 BACKUP-17 what a back-up replaces is shown, and it is restored only after the typed name, the password and a code, by those who may do everything", async () => {
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
  expect(within(dialog).getByText("lastName: Archer → Adams")).toBeTruthy();
  expect(server.seenAt(`${PATH}/file`)).toHaveLength(0);
  await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Apply" })));
  await waitFor(() => expect(server.seenAt(`${PATH}/file`)[0]?.body).toEqual({ text: "realm: demo" }));
  closePanel();
  await open("/administration/company", ...all.slice(1).map((area) => `manage_${area}`));
  expect(await field("Company name")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose a file" })).toBeNull();
});
