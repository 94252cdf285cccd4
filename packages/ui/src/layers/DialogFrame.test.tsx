// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
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
    <DialogFrame opened persistent="form" title={title} closeLabel="Close" onClose={onClose} onGone={ignore}>
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
