// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ShareButton } from "./Controls.tsx";

afterEach(cleanup);

const WHY = "This browser can’t share a screen. Use a computer.";

it.each([
  [true, null, "Share screen"],
  [false, "true", WHY],
])("VCLIENT-13 the button of a browser that can share a screen (%s) is grey (%s), with %s", (supported, grey, tip) => {
  const seen: string[] = [];
  const press = (act: string) => () => void seen.push(act);
  render(<ShareButton supported={supported} shares={false} onStart={press("start")} onStop={press("stop")} />);
  const button = screen.getByRole("button", { name: "Share screen" });
  expect([button.getAttribute("aria-disabled"), button.dataset["tip"]]).toEqual([grey, tip]);
  expect(button.getAttribute("aria-description")).toBe(supported ? null : WHY);
  // A click says why, on phones.
  fireEvent.click(button);
  expect(seen).toEqual(["start"]);
});
