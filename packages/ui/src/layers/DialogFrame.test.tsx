// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog, preloadDialogs } from "./Dialog.tsx";
import { DialogFrame } from "./DialogFrame.tsx";

afterEach(cleanup);

const ignore = () => {};
const noMedia = () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore });
vi.stubGlobal("matchMedia", noMedia);

interface ShownProps {
  readonly title: string;
  readonly onClose: () => void;
}

function Form({ title, onClose }: ShownProps) {
  return (
    <DialogFrame opened persistent="form" title={title} closeLabel="Close" onClose={onClose}>
      <input aria-label={`Name in ${title}`} />
    </DialogFrame>
  );
}

const press = (target: Element) => act(async () => fireEvent.keyDown(target, { key: "Escape" }));

it("SHELL-39 Escape closes a form that is shown while the page below still has the focus", async () => {
  const close = vi.fn<() => void>();
  render(
    <>
      <button>Opens the form</button>
      <Form title="People" onClose={close} />
    </>,
  );
  await screen.findByRole("dialog", { name: "People" });
  await press(screen.getByText("Opens the form"));
  expect(close).toHaveBeenCalledOnce();
});

it("SHELL-39 Escape closes only the dialog on top", async () => {
  const below = vi.fn<() => void>();
  const above = vi.fn<() => void>();
  render(
    <>
      <Form title="People" onClose={below} />
      <Form title="Group" onClose={above} />
    </>,
  );
  await screen.findByRole("dialog", { name: "Group" });
  await press(document.body);
  await press(screen.getByLabelText("Name in Group"));
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 2]);
  await press(screen.getByLabelText("Name in People"));
  expect(below).toHaveBeenCalledOnce();
});

/** A button and the dialog that it opens. */
async function drawOpener(fields: ReactNode) {
  await preloadDialogs();
  const Page = () => {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button onClick={() => setOpened(true)}>Add</button>
        <input aria-label="Search" />
        <Dialog opened={opened} persistent="form" title="People" closeLabel="Close" onClose={() => setOpened(false)}>
          {fields}
        </Dialog>
      </>
    );
  };
  render(<Page />);
  const opener = screen.getByText("Add");
  opener.focus();
  return { opener, open: () => fireEvent.click(opener) };
}

const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
/** What the browser would do by itself is not seen: only where the dialog leads. */
const tab = (shiftKey = false) => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Tab", shiftKey });
/** What is due in the next frame and the timers after it has run. */
const later = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

it("SHELL-39 a dialog has the focus as soon as it is shown, and leaves it where the person puts it", async () => {
  const { open } = await drawOpener(
    <>
      <input aria-label="Name" data-autofocus />
      <input aria-label="Number" />
    </>,
  );
  open();
  expect(focused()).toBe("Name");
  screen.getByLabelText("Number").focus();
  await later();
  expect(focused()).toBe("Number");
});

it("SHELL-39 without a field of its own choice, a dialog has the focus on its first field, and one that only shows something on Close", async () => {
  const { open } = await drawOpener(
    <>
      <button>Add people</button>
      <input aria-label="Search messages" />
    </>,
  );
  open();
  expect(focused()).toBe("Search messages");
  cleanup();
  const { open: openText } = await drawOpener(<input aria-label="Password" readOnly />);
  openText();
  expect(focused()).toBe("Close");
});

it("SHELL-39 a dialog that is closed is gone at once, and the focus is where it was", async () => {
  const { opener, open } = await drawOpener(<input aria-label="Name" />);
  open();
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
  expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, opener]);
  screen.getByLabelText("Search").focus();
  await later();
  expect(focused()).toBe("Search");
});

it("SHELL-39 a field that takes the focus itself keeps it, and the focus returns to the button", async () => {
  const { opener, open } = await drawOpener(
    <>
      <input aria-label="Name" />
      <input aria-label="Number" ref={(field) => field?.focus()} />
    </>,
  );
  open();
  expect(focused()).toBe("Number");
  fireEvent.keyDown(screen.getByLabelText("Number"), { key: "Escape" });
  expect(document.activeElement).toBe(opener);
});

it("SHELL-39 Tab stays in the dialog, in both directions, and from where nothing has the focus", async () => {
  const { open } = await drawOpener(
    <form>
      <input type="hidden" />
      <input aria-label="Name" />
      <input type="radio" name="kind" aria-label="Work" defaultChecked />
      <input type="radio" name="kind" aria-label="Home" />
    </form>,
  );
  open();
  expect(focused()).toBe("Name");
  screen.getByLabelText("Close").focus();
  tab(true);
  expect(focused()).toBe("Work");
  tab();
  expect(focused()).toBe("Close");
  screen.getByRole("dialog").focus();
  tab(true);
  expect(focused()).toBe("Work");
  screen.getByLabelText("Work").blur();
  tab();
  expect(focused()).toBe("Close");
});

it("SHELL-39 Tab within a date stays the browser's; out of it, it comes back to the dialog", async () => {
  const { open } = await drawOpener(<input type="date" aria-label="Day" data-autofocus />);
  open();
  expect(tab()).toBe(true);
  await later();
  expect(focused()).toBe("Day");
  tab();
  screen.getByLabelText("Search").focus();
  await later();
  expect(focused()).toBe("Close");
});

it("SHELL-39 a form that is opened again has nothing to be asked about", async () => {
  const { open } = await drawOpener(<input aria-label="Name" />);
  open();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ann" } });
  fireEvent.click(screen.getByLabelText("Close"));
  open();
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("SHELL-39 a form that is rendered again while the focus moves to another field does not take it back", async () => {
  await preloadDialogs();
  const Page = () => {
    const [isLeft, setLeft] = useState(false);
    const leave = () => flushSync(() => setLeft(true));
    return (
      <Dialog opened title={isLeft ? "Person" : "People"} closeLabel="Close" onClose={ignore}>
        <input aria-label="Name" data-autofocus onBlur={leave} />
        <input aria-label="Number" />
      </Dialog>
    );
  };
  render(<Page />);
  const takenBack = vi.fn<() => void>();
  screen.getByLabelText("Name").addEventListener("focus", takenBack);
  act(() => screen.getByLabelText("Number").focus());
  expect(screen.getByRole("dialog", { name: "Person" })).not.toBeNull();
  expect(takenBack).not.toHaveBeenCalled();
});
