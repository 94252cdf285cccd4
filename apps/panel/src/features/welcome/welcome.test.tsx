// @vitest-environment jsdom
import type { Permission } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { createFakeServer, read } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { createWelcome } from "./welcome.store.ts";

afterEach(closePanel);

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const step = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);

async function openWalk(...rights: ReadonlyArray<Permission["module"]>) {
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("configs"), read("softphone"), ...rights.map(read)]);
  server.spoil("config/sipua", { status: 404, body: "" });
  await openPanel({ server, signedIn: true });
  await screen.findByRole("navigation", { name: "Main" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Command" });
  await act(async () => fireEvent.change(field, { target: { value: "set up" } }));
  await act(async () => fireEvent.click(await screen.findByRole("option", { name: "Set up your phone" })));
  await screen.findByRole("dialog", { name: "Set up your phone" });
}

it("WELCOME-2 the tour shows a person the parts that they may use, forwards and backwards", async () => {
  await openWalk();
  expect(screen.getByText("Step 1 of 3")).toBeTruthy();
  expect(step()).toContain("Microphone and headset");
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  await click("Next");
  expect(step()).toContain("Test call");
  await click("Back");
  expect(step()).toContain("Microphone and headset");
  await click("Next");
  await click("Next");
  expect(step()).toContain("Three tips");
  await click("Done");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Set up your phone" })).toBeNull());
  expect(localStorage.getItem("callpanel_welcome_alice")).toBe("done");
});

it("WELCOME-2 a step with a page of its own leads there, and the walk stays offered", async () => {
  await openWalk("voicemails", "voicemail_boxes");
  expect(screen.getByText("Step 1 of 4")).toBeTruthy();
  await click("Next");
  await click("Next");
  expect(step()).toContain("Voicemail greeting");
  await click("Open voicemail");
  expect(await screen.findByRole("heading", { level: 1, name: "Voicemail" })).toBeTruthy();
  expect(localStorage.getItem("callpanel_welcome_alice")).toBeNull();
});

it("WELCOME-1 it is offered once to each person with a softphone", () => {
  const shared = createSharedStorage();
  const start = (username: string, hasPhone: boolean) => {
    const run = createWelcome({ storage: shared.tab() });
    run.start({ user: { username }, flags: { softphone: hasPhone } });
    return run;
  };
  const alice = start("alice", true);
  expect(alice.get()).toEqual({ isOffered: true, isOpen: false });
  alice.open();
  alice.hide();
  expect(alice.get()).toEqual({ isOffered: true, isOpen: false });
  alice.finish();
  expect(alice.get().isOffered).toBe(false);
  expect(start("alice", true).get().isOffered).toBe(false);
  expect(start("bob", true).get().isOffered).toBe(true);
  expect(start("erin", false).get().isOffered).toBe(false);
});
