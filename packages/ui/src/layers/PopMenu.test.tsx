// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart } from "./lazyPart.tsx";
import type { LazyPart } from "./lazyPart.tsx";
import { PopMenu, preloadMenus } from "./PopMenu.tsx";

afterEach(cleanup);

const ignore = () => {};
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe = ignore;
    unobserve = ignore;
    disconnect = ignore;
  },
);

type Items = LazyPart<object>;
const Call = () => <PopMenu.Item>Call</PopMenu.Item>;

interface Asked {
  readonly resolve: (part: typeof Call) => void;
  readonly reject: (reason: Error) => void;
}

/** Items whose code comes, or does not, when the test says so. */
function waitingItems() {
  const asked: Asked[] = [];
  const items = lazyPart(() => new Promise<typeof Call>((resolve, reject) => asked.push({ resolve, reject })));
  return { items, asked };
}

function Toolbar({ items }: { readonly items: Items }) {
  return (
    <PopMenu items={items}>
      <PopMenu.Target>
        <button type="button">Account</button>
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <items.Part />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

/** As a row of a list: its menu is in the page only while it is open. */
function Row({ items }: { readonly items: Items }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        More
      </button>
      {opened ? (
        <PopMenu opened onClose={() => setOpened(false)} items={items}>
          <PopMenu.Target>
            <span />
          </PopMenu.Target>
          <PopMenu.Dropdown>
            <items.Part />
          </PopMenu.Dropdown>
        </PopMenu>
      ) : null}
    </>
  );
}

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it.each([
  ["Account", Toolbar],
  ["More", Row],
])("SHELL-22 a click on %s before the items are loaded opens the menu when they are", async (name, Place) => {
  const { items, asked } = waitingItems();
  render(<Place items={items} />);
  await act(preloadMenus);
  await click(name);
  expect(screen.queryByRole("menu")).toBeNull();
  await act(async () => asked[0]?.resolve(Call));
  expect(await screen.findByRole("menuitem", { name: "Call" })).not.toBeNull();
});

it.each([
  ["Account", Toolbar],
  ["More", Row],
])(
  "SHELL-22 the menu of %s stays closed if the items cannot be loaded, and the next click loads them",
  async (name, Place) => {
    const { items, asked } = waitingItems();
    render(<Place items={items} />);
    await act(preloadMenus);
    await click(name);
    await act(async () => asked[0]?.reject(new TypeError("no network")));
    expect(screen.queryByRole("menu")).toBeNull();
    expect(screen.getByRole("button", { name }).getAttribute("aria-expanded")).toBe("false");
    await click(name);
    await act(async () => asked[1]?.resolve(Call));
    expect(await screen.findByRole("menuitem", { name: "Call" })).not.toBeNull();
  },
);

it("SHELL-22 a menu whose items are loaded opens at once", async () => {
  const items = lazyPart(async () => Call);
  await Promise.all([preloadMenus(), items.preload()]);
  render(<Row items={items} />);
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("menuitem", { name: "Call" })).not.toBeNull();
});

it("SHELL-22 a menu has the focus as soon as it is shown, and its button when it is closed", async () => {
  const items = lazyPart(async () => Call);
  render(<Toolbar items={items} />);
  const opener = () => screen.getByRole("button", { name: "Account" });
  await click("Account");
  await screen.findByRole("menu");
  fireEvent.click(opener());
  expect(screen.queryByRole("menu")).toBeNull();
  opener().focus();
  fireEvent.click(opener());
  const item = screen.getByRole("menuitem", { name: "Call" });
  expect(screen.getByRole("menu").contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(item);
  fireEvent.keyDown(item, { key: "Escape" });
  expect([screen.queryByRole("menu"), document.activeElement]).toEqual([null, opener()]);
});

it("SHELL-22 a menu whose items come late takes no focus from what the person writes by then", async () => {
  const { items, asked } = waitingItems();
  render(
    <>
      <Row items={items} />
      <input aria-label="Message" />
    </>,
  );
  await act(preloadMenus);
  await click("More");
  const field = screen.getByLabelText("Message");
  field.focus();
  await act(async () => asked[0]?.resolve(Call));
  expect([screen.queryByRole("menu"), document.activeElement]).toEqual([null, field]);
  await click("More");
  expect(screen.getByRole("menuitem", { name: "Call" })).not.toBeNull();
});
