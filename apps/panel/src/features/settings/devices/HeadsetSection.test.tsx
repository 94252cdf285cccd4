// @vitest-environment jsdom
import type { HeadsetButtons, HeadsetView } from "@callpanel/webphone/headset";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { HeadsetSection } from "./HeadsetSection.tsx";

afterEach(cleanup);

it("HEADSET-8 each headset shows its state; one is connected and one removed by a click", async () => {
  const asked: string[] = [];
  let tell: () => void = () => undefined;
  let list: readonly HeadsetView[] = [
    { id: 1, name: "Evolve2 65", use: "ready" },
    { id: 2, name: "", use: "blocked" },
  ];
  const headsets: HeadsetButtons = {
    get: () => list,
    subscribe: (listener) => ((tell = listener), () => undefined),
    connect: async () => void asked.push("connect"),
    forget: async (id) => void asked.push(`forget ${id}`),
    stop: () => undefined,
  };
  await act(async () => render(<HeadsetSection keys={{ headsets: async () => headsets }} />));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Evolve2 65ConnectedRemove",
    "HeadsetAnother program is using its buttons. Close that program and plug the headset in again.Remove",
  ]);
  act(() => screen.getByRole("button", { name: "Connect headset" }).click());
  act(() => screen.getByRole("button", { name: "Remove Evolve2 65" }).click());
  expect(asked).toEqual(["connect", "forget 1"]);
  list = [];
  act(() => tell());
  expect(screen.queryByRole("list")).toBeNull();
});

it("HEADSET-8 without WebHID the page says so", async () => {
  await act(async () => render(<HeadsetSection keys={{ headsets: async () => undefined }} />));
  expect(screen.getByText(/^This browser can’t use the answer button of a headset/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
