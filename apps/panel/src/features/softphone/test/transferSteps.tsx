/** Steps of the tests of transfers. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import type { ParkedCall } from "@callpanel/contract";
import { openSoftphone, pass } from "./openSoftphone.tsx";
import type { Opened, OpenOptions } from "./openSoftphone.tsx";

export const BOB = { number: "102", name: "Bob Brandt" } as const;
export const arrive = async ({ clock }: Opened) => pass(clock, 0);
export const click = (place: HTMLElement, name: string) => fireEvent.click(within(place).getByRole("button", { name }));
export const buttonsOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label") ?? one.textContent);

export const parkedAt = (space: string, parker = "101"): ParkedCall => ({
  realm: "demo",
  lot: "Main",
  exten: "700",
  space,
  parkee: { name: "Bob Brandt", number: "102", channel: "ch1", uniqueid: "c1" },
  parker: { name: "Alice Archer", number: parker },
  timeoutSeconds: 45,
  startedAt: 0,
});

export async function talking(options: OpenOptions = {}) {
  const opened = openSoftphone(options);
  let callId = "";
  await act(async () => {
    callId = opened.phone.far.calls(BOB);
    await opened.phone.answer(callId);
  });
  return { opened, callId };
}

export async function asking(options: OpenOptions = {}) {
  const { opened, callId } = await talking(options);
  click(opened.call("Bob Brandt"), "Transfer");
  const dialog = within(await screen.findByRole("dialog", { name: "Transfer" }));
  const field = dialog.getByRole("combobox", { name: "Destination" });
  const fill = (text: string) => {
    act(() => field.focus());
    fireEvent.change(field, { target: { value: text } });
  };
  const send = async () => {
    fireEvent.click(dialog.getByRole("button", { name: "Transfer" }));
    await arrive(opened);
  };
  return { opened, callId, dialog, field, fill, send };
}
