/** Steps and checks for tests with the calls of an open softphone. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { pass } from "./openSoftphone.tsx";
import type { Opened } from "./openSoftphone.tsx";

export const BOB = { number: "102", name: "Bob Brandt" } as const;
export const CAROL = { number: "103", name: "Carol Chen" } as const;

export const arrive = async ({ clock }: Opened) => pass(clock, 0);
export const click = (place: HTMLElement, name: string) => fireEvent.click(within(place).getByRole("button", { name }));
export const offer = (opened: Opened, from: Parameters<Opened["phone"]["far"]["calls"]>[0]) => {
  let callId = "";
  act(() => {
    callId = opened.phone.far.calls(from);
  });
  return callId;
};
export const talk = async (opened: Opened, from: { readonly number: string; readonly name?: string }) => {
  const callId = offer(opened, from);
  await act(async () => void (await opened.phone.answer(callId)));
  return callId;
};
export const groups = () =>
  screen.queryAllByRole("group", { name: /^Call with / }).map((group) => group.getAttribute("aria-label"));
export const buttonsOf = (place: HTMLElement) =>
  within(place)
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label") ?? one.textContent);
export const announced = () => document.querySelector("[data-announcement]")?.textContent;
