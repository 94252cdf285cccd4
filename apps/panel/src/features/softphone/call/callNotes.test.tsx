// @vitest-environment jsdom
import { createCallerNote, listCallerNotes, mergePermissions, updateCallerNote } from "@callpanel/contract";
import type { CallerNote } from "@callpanel/contract";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../shared/api/api.ts";
import { arrive, offer, talk } from "../test/callSteps.ts";
import { openSoftphone } from "../test/openSoftphone.tsx";
import type { OpenOptions } from "../test/openSoftphone.tsx";

afterEach(cleanup);

const NUMBER = "+14165550199";
const ZOE = { number: NUMBER, name: "Zoe Souza" } as const;
const note = (id: number, text: string, parts: Partial<CallerNote> = {}): CallerNote => ({
  id,
  number: NUMBER,
  text,
  author: { id: 2, name: "Bob Brandt" },
  created_at: "2026-06-18T04:05:00Z",
  changed_at: null,
  is_personal: false,
  may_change: false,
  may_remove: true,
  ...parts,
});
const WRITES = mergePermissions([
  { module: "contacts", rule: "read" },
  { module: "contacts", rule: "write" },
  { module: "contacts", rule: "manage_personal" },
]);

/** Keeps notes as the server does. */
function keptNotes(...first: readonly CallerNote[]) {
  let notes = [...first];
  const sent: unknown[] = [];
  let refusal: ApiError | null = null;
  const takes: NonNullable<OpenOptions["takes"]> = (endpoint, input) => {
    if (endpoint.path === listCallerNotes.path && endpoint.method === "GET") return { data: notes };
    if (endpoint.path === createCallerNote.path) {
      if (refusal !== null) throw refusal;
      sent.push("body" in input ? input.body : undefined);
      const made = note(notes.length + 1, "saved", { author: { id: 1, name: "Alice Archer" }, may_change: true });
      notes = [made, ...notes];
      return made;
    }
    if (endpoint.path === updateCallerNote.path) {
      sent.push([endpoint.method, input]);
      if (endpoint.method === "DELETE") notes = [];
      return endpoint.method === "DELETE" ? { id: 1 } : note(1, "changed");
    }
    return undefined;
  };
  return { takes, sent, refuse: (error: ApiError) => (refusal = error) };
}

const notesOf = (peer: string) =>
  within(within(screen.getByRole("group", { name: `Call with ${peer}` })).getByRole("region", { name: "Notes" }));
const fieldOf = (peer: string) => notesOf(peer).getByRole("textbox", { name: "Add a note" });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test("NOTE-8 a ringing call shows the latest note, the open call three of them and the rest on request", async () => {
  const kept = keptNotes(...["Latest", "Third", "Second", "First"].map((text, at) => note(4 - at, text)));
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  const callId = offer(opened, ZOE);
  await arrive(opened);
  expect(opened.call("Zoe Souza").textContent).toContain("Note by Bob Brandt: Latest");
  await act(async () => void (await opened.phone.answer(callId)));
  await arrive(opened);
  const shown = () =>
    notesOf("Zoe Souza")
      .getAllByRole("listitem")
      .map((one) => one.querySelector("p")?.textContent);
  expect(shown()).toEqual(["Latest", "Third", "Second"]);
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Show 1 more" }));
  expect(shown()).toEqual(["Latest", "Third", "Second", "First"]);
});

test("NOTE-8 a note is saved from the open call; digits in it are no tones", async () => {
  const kept = keptNotes();
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  await talk(opened, ZOE);
  await arrive(opened);
  type(fieldOf("Zoe Souza"), "Order 5");
  fireEvent.keyDown(fieldOf("Zoe Souza"), { key: "5" });
  expect(opened.phone.asked.filter((one) => one.startsWith("sendDigit"))).toEqual([]);
  expect(opened.call("Zoe Souza").textContent).not.toContain("Sent");
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Save note" }));
  await arrive(opened);
  expect(kept.sent).toEqual([{ number: NUMBER, text: "Order 5", is_personal: false }]);
  expect(fieldOf("Zoe Souza")).toHaveProperty("value", "");
  expect(notesOf("Zoe Souza").getByRole("listitem").textContent).toContain("saved");
});

test("NOTE-2 a note can be private; for a user who may not share it stays private", async () => {
  const kept = keptNotes();
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  await talk(opened, ZOE);
  await arrive(opened);
  type(fieldOf("Zoe Souza"), "Mine");
  fireEvent.click(notesOf("Zoe Souza").getByRole("checkbox", { name: "Only visible to me" }));
  fireEvent.keyDown(fieldOf("Zoe Souza"), { key: "Enter", ctrlKey: true });
  await arrive(opened);
  expect(kept.sent).toMatchObject([{ is_personal: true }]);
  cleanup();
  const own = keptNotes();
  const rights = mergePermissions([{ module: "contacts", rule: "manage_personal" }]);
  const other = openSoftphone({ rights, takes: own.takes });
  await talk(other, ZOE);
  await arrive(other);
  type(fieldOf("Zoe Souza"), "Mine");
  expect(notesOf("Zoe Souza").queryByRole("checkbox")).toBeNull();
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Save note" }));
  await arrive(other);
  expect(own.sent).toMatchObject([{ is_personal: true }]);
});

test("NOTE-8 a private note stays private when the call ends before it is saved", async () => {
  const kept = keptNotes();
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  const callId = await talk(opened, ZOE);
  await arrive(opened);
  type(fieldOf("Zoe Souza"), "Mine");
  fireEvent.click(notesOf("Zoe Souza").getByRole("checkbox", { name: "Only visible to me" }));
  act(() => opened.phone.far.ends(callId));
  await arrive(opened);
  const left = within(screen.getByRole("region", { name: "Note about Zoe Souza not saved" }));
  expect(left.getByRole("checkbox", { name: "Only visible to me" })).toHaveProperty("checked", true);
  fireEvent.click(left.getByRole("button", { name: "Save note" }));
  await arrive(opened);
  expect(kept.sent).toEqual([{ number: NUMBER, text: "Mine", is_personal: true }]);
});

test("NOTE-8 text that is typed while a note is saved stays", async () => {
  const kept = keptNotes();
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  await talk(opened, ZOE);
  await arrive(opened);
  type(fieldOf("Zoe Souza"), "First");
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Save note" }));
  type(fieldOf("Zoe Souza"), "First and second");
  await arrive(opened);
  expect(kept.sent).toMatchObject([{ text: "First" }]);
  expect(fieldOf("Zoe Souza")).toHaveProperty("value", "First and second");
});

test("NOTE-8 typed text stays when the server refuses it and when the call ends, until it is discarded", async () => {
  const kept = keptNotes();
  kept.refuse(
    new ApiError({
      kind: "answer",
      status: 409,
      code: "callerNotes.tooMany",
      text: "Too many",
      details: { limit: 200 },
    }),
  );
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  const callId = await talk(opened, ZOE);
  await arrive(opened);
  type(fieldOf("Zoe Souza"), "Call back");
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Save note" }));
  await arrive(opened);
  expect(notesOf("Zoe Souza").getByRole("alert").textContent).toContain("Too many");
  expect(fieldOf("Zoe Souza")).toHaveProperty("value", "Call back");
  act(() => opened.phone.far.ends(callId));
  await arrive(opened);
  const left = within(screen.getByRole("region", { name: "Note about Zoe Souza not saved" }));
  expect(left.getByRole("textbox")).toHaveProperty("value", "Call back");
  fireEvent.click(left.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("region", { name: /not saved/ })).toBeNull();
});

test("NOTE-4 only allowed actions are offered: change the user's own note, remove a note, after a confirmation", async () => {
  const kept = keptNotes(note(2, "Mine", { may_change: true }), note(1, "Others", { may_remove: false }));
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  await talk(opened, ZOE);
  await arrive(opened);
  expect(notesOf("Zoe Souza").getAllByRole("button", { name: "Edit note" })).toHaveLength(1);
  expect(notesOf("Zoe Souza").getAllByRole("button", { name: "Delete note" })).toHaveLength(1);
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Edit note" }));
  type(notesOf("Zoe Souza").getByRole("textbox", { name: "Note" }), "Better");
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Save note" }));
  await arrive(opened);
  expect(kept.sent).toMatchObject([["PUT", { params: { id: 2 }, body: { text: "Better" } }]]);
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Delete note" }));
  expect(kept.sent).toHaveLength(1);
  fireEvent.click(notesOf("Zoe Souza").getByRole("button", { name: "Delete" }));
  await arrive(opened);
  expect(kept.sent).toHaveLength(2);
  expect(notesOf("Zoe Souza").queryByRole("listitem")).toBeNull();
});

test("NOTE-1 NOTE-2 there are none about colleagues, and none for people who may not read contacts", async () => {
  const kept = keptNotes(note(1, "Secret"));
  const opened = openSoftphone({ rights: WRITES, takes: kept.takes });
  await talk(opened, { number: "102", name: "Bob Brandt" });
  await arrive(opened);
  expect(within(opened.call("Bob Brandt")).queryByRole("region", { name: "Notes" })).toBeNull();
  cleanup();
  const other = openSoftphone({ rights: mergePermissions([]), takes: kept.takes });
  await talk(other, ZOE);
  await arrive(other);
  expect(within(other.call("Zoe Souza")).queryByRole("region", { name: "Notes" })).toBeNull();
});
