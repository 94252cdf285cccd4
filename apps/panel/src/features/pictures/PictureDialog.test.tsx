// @vitest-environment jsdom
import type { Pictures } from "@callpanel/contract";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";
import { createFakeEvents } from "../../../test/fakeEvents.ts";
import { createFakeServer, failure, read } from "../../../test/fakeServer.ts";

afterEach(closePanel);

const METADATA = "user_picture_profiles/metadata";
const SWITCH = "user_picture_profiles/switch_picture_type";

const picturesWith = (shown: number | null): Pictures => ({
  picture_type: shown === null ? "initials" : "uploaded",
  pictureProfileUrl: shown === null ? null : `/picture-${shown}?size=64`,
  data: [2, 1].map((id) => ({
    id,
    isActive: id === shown,
    updatedAt: 1_700_000_000_000 + id,
    pictureType: "uploaded",
    url: `/picture-${id}?size=256`,
  })),
});

async function click(role: string, name: string | RegExp) {
  const target = await screen.findByRole(role, { name });
  await act(async () => fireEvent.click(target));
}

async function openDialog(pictures?: Pictures) {
  const server = createFakeServer();
  if (pictures) server.spoil(METADATA, { status: 200, body: pictures });
  await openPanel({ server, signedIn: true });
  await click("button", "Account");
  await click("menuitem", "Change profile picture");
  return { server, dialog: await screen.findByRole("dialog", { name: "Profile picture" }) };
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>("radio")
    .flatMap((one) => (one.checked ? [one.getAttribute("aria-label")] : []));
const accountPicture = () => screen.getByRole("button", { name: "Account" }).querySelector("img")?.getAttribute("src");

it("PICTURE-10 without pictures the dialog says so", async () => {
  const { dialog } = await openDialog();
  await within(dialog).findByText(/^You have no pictures yet/);
  expect(chosen()).toEqual(["Initials"]);
});

it("PICTURE-10 a choice shows immediately, also in the account menu", async () => {
  const { server } = await openDialog(picturesWith(null));
  server.spoil(SWITCH, { status: 200, body: picturesWith(1) });
  await click("radio", /^Picture 1, added /);
  await waitFor(() => expect(accountPicture()).toBe("/picture-1?size=64"));
  expect(chosen()).toEqual([expect.stringMatching(/^Picture 1, /)]);
  expect(server.seenAt(SWITCH).map(({ body }) => body)).toEqual([{ picture_type: "uploaded", id: 1 }]);
});

it("PICTURE-10 a choice that fails is put back, with the reason", async () => {
  const { server, dialog } = await openDialog(picturesWith(2));
  server.spoil(SWITCH, failure(404, "userPictureProfiles.errors.notFound", "This picture no longer exists"));
  await click("radio", "Initials");
  expect((await within(dialog).findByRole("alert")).textContent).toBe("This picture no longer exists");
  expect(chosen()).toEqual([expect.stringMatching(/^Picture 2, /)]);
});

it("PICTURE-10 a picture is deleted after a question only", async () => {
  const { server } = await openDialog(picturesWith(2));
  await click("button", "Delete picture 2");
  await screen.findByRole("dialog", { name: "Delete this picture?" });
  expect(document.activeElement?.textContent).toBe("Cancel");
  await click("button", "Cancel");
  await screen.findByRole("dialog", { name: "Profile picture" });
  expect(server.seenAt("user_picture_profiles/2")).toEqual([]);

  await click("button", "Delete picture 2");
  const left = { ...picturesWith(null), data: picturesWith(null).data.slice(1) };
  server.spoil("user_picture_profiles/2", { status: 200, body: left });
  await click("button", "Delete");
  await waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(2));
  expect(chosen()).toEqual(["Initials"]);
});

it("PICTURE-10 a failed deletion keeps the picture and says why", async () => {
  const { server } = await openDialog(picturesWith(2));
  await click("button", "Delete picture 1");
  server.spoil("user_picture_profiles/1", "unreachable");
  await click("button", "Delete");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Failed to delete the picture. The server cannot be reached",
  );
  await click("button", "Cancel");
  expect(screen.getAllByRole("radio")).toHaveLength(3);
});

it("PICTURE-10 pictures that failed to load can be retried", async () => {
  const server = createFakeServer();
  server.spoil(METADATA, failure(500, "server.internal", ""));
  await openPanel({ server, signedIn: true });
  await click("button", "Account");
  await click("menuitem", "Change profile picture");
  await screen.findByRole("button", { name: "Retry" });
  server.spoil(METADATA, null);
  await click("button", "Retry");
  await screen.findByText(/^You have no pictures yet/);
});

it("PICTURE-11 a file that no longer exists when it is read shows an error, and the dialog stays", async () => {
  const { dialog } = await openDialog(picturesWith(null));
  await within(dialog).findByRole("button", { name: "Upload a picture" });
  const field = dialog.querySelector("input[type=file]") ?? dialog;
  const gone = { arrayBuffer: () => Promise.reject(new Error("gone")) };
  const file = Object.assign(new File(["x"], "face.png", { type: "image/png" }), { slice: () => gone });
  await act(async () => fireEvent.change(field, { target: { files: [file] } }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("This browser cannot read the file");
  expect(screen.getAllByRole("radio")).toHaveLength(3);
});

it("PICTURE-14 the person's own picture shows the state of their phone", async () => {
  const events = createFakeEvents(window);
  const server = createFakeServer();
  server.permit([read("panel_buddies"), read("configs")]);
  await openPanel({ server, signedIn: true });
  const account = await screen.findByRole("button", { name: "Account" });
  await waitFor(() => expect(events.count()).toBe(1));
  expect(account.querySelector("[data-state]")).toBeNull();
  const marks = { dnd: true, forward: null, followme: null, voicemails: null };
  const alice = { realm: "demo", exten: "101", registered: true, ...marks, calls: [] };
  await act(async () => events.join([{ ...alice, presence: "busy" }]));
  await waitFor(() => expect(account.querySelector("[data-state]")?.getAttribute("data-state")).toBe("busy"));
});
