/** Steps and checks for tests with the number field. */
import { act, fireEvent, screen } from "@testing-library/react";
import { pass } from "./openSoftphone.tsx";
import type { Opened } from "./openSoftphone.tsx";

export const field = ({ region }: Opened) => inputOf(region().getByRole("combobox", { name: "Number" }));

const inputOf = (element: HTMLElement) => {
  if (!(element instanceof HTMLInputElement)) throw new Error("not an input");
  return element;
};

export const button = (within_: { getByRole: typeof screen.getByRole }, name: string) =>
  within_.getByRole("button", { name });

/** Types as a person does: with the focus in the field. */
export const type = (opened: Opened, text: string) => {
  act(() => field(opened).focus());
  fireEvent.change(field(opened), { target: { value: text } });
};

export const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });

export const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

/** Lets results of actions and responses of the server arrive. */
export const arrive = async ({ clock }: Opened) => pass(clock, 0);
