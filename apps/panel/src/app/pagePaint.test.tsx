// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { contact } from "../../test/fakeContacts.ts";
import { buddy, createFakeServer, read } from "../../test/fakeServer.ts";
import { framesByHand } from "../../test/framesByHand.ts";
import { closePanel, openPanel } from "../../test/openPanel.tsx";

afterEach(() => {
  closePanel();
  vi.restoreAllMocks();
});

const PEOPLE_COUNT = 12;
const people = <One,>(make: (number: number, name: string) => One): readonly One[] =>
  Array.from({ length: PEOPLE_COUNT }, (_, at) => make(at + 1, `Person ${at + 1}`));

async function openAt(path: string) {
  const server = createFakeServer({
    buddies: people(buddy),
    addressBook: { contacts: [...people(contact)], tags: [] },
  });
  server.permit([read("panel_buddies"), read("contacts")]);
  const frames = framesByHand();
  const { router } = await openPanel({ server, signedIn: true, path, nextFrame: frames.nextFrame });
  const draw = () => act(async () => frames.draw());
  const goTo = (to: string) => act(async () => router.navigate({ to }));
  const askedFor = () => server.seenAt("panel_buddies").length;
  /** From buddies to another page and back. @returns how often the server was asked for buddies before */
  const comeBack = async () => {
    await waitFor(() => expect(cards()).toHaveLength(PEOPLE_COUNT));
    await goTo("/contacts");
    // Nothing is known here: it is asked for at once.
    await screen.findByRole("listitem", { name: "Person 1" });
    const before = askedFor();
    await goTo("/buddies");
    await waitFor(() => expect(cards().length).toBeGreaterThan(0));
    return before;
  };
  return { askedFor, draw, goTo, comeBack };
}
const rowCount = () => screen.getByRole("list", { name: "Contacts" }).children.length;
const cards = () => [...document.querySelectorAll<HTMLElement>("li[data-presence]")];

it("SHELL-40 the first paint has the first rows of a list, the others come after it", async () => {
  const { draw } = await openAt("/contacts");
  await screen.findByRole("listitem", { name: "Person 1" });
  expect(rowCount()).toBe(6);
  await draw();
  expect(rowCount()).toBe(6);
  await draw();
  await waitFor(() => expect(rowCount()).toBe(PEOPLE_COUNT));
});

it("SHELL-41 known data is painted before it is requested again", async () => {
  const { askedFor, draw, comeBack } = await openAt("/");
  const before = await comeBack();
  await draw();
  expect(askedFor()).toBe(before);
  await draw();
  await waitFor(() => expect(askedFor()).toBe(before + 1));
});

it("SHELL-41 a page that is left before it was painted is not requested again", async () => {
  const { askedFor, draw, goTo, comeBack } = await openAt("/");
  const before = await comeBack();
  await goTo("/contacts");
  for (let frame = 0; frame < 4; frame += 1) await draw();
  expect(askedFor()).toBe(before);
  await goTo("/buddies");
  for (let frame = 0; frame < 4; frame += 1) await draw();
  await waitFor(() => expect(askedFor()).toBe(before + 1));
});

it("BUDDIES-37 a grid that is opened again begins as it was seen last, and is measured in the frame that paints it", async () => {
  let widthPx = 800;
  let measureCount = 0;
  vi.spyOn(HTMLUListElement.prototype, "clientWidth", "get").mockImplementation(() => {
    measureCount += 1;
    return widthPx;
  });
  const { goTo } = await openAt("/");
  await waitFor(() => expect(cards()).toHaveLength(PEOPLE_COUNT));
  const widths = () => new Set(cards().map(({ style }) => style.width));
  const threeColumns = widths();
  expect(threeColumns.size).toBe(1);
  await goTo("/contacts");
  await screen.findByRole("listitem", { name: "Person 1" });

  const frames = framesByHand();
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => (frames.nextFrame(() => run(0)), 0));
  measureCount = 0;
  await goTo("/");
  await waitFor(() => expect(cards().length).toBeGreaterThan(0));
  expect([measureCount, widths()]).toEqual([0, threeColumns]);
  await act(async () => frames.draw());
  expect([measureCount, widths()]).toEqual([1, threeColumns]);

  // The window was made narrower meanwhile: that frame has the cards at their new places.
  await goTo("/contacts");
  widthPx = 300;
  await goTo("/");
  await waitFor(() => expect(cards().length).toBeGreaterThan(0));
  await act(async () => frames.draw());
  expect(widths()).toEqual(new Set(["calc(1 * (100% - 0px))"]));
});
