// @vitest-environment jsdom
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";
import { Volumes } from "./SoftphonePage.tsx";

afterEach(closePanel);

it("SET-15 both volumes are sliders of 0 to 100, ringing at 60 first", async () => {
  const phone = createFakeWebphone();
  render(<Volumes phone={phone} />);
  expect(screen.getByRole("slider", { name: "Ringing volume" })).toHaveProperty("value", "60");
  fireEvent.change(screen.getByRole("slider", { name: "Ringing volume" }), { target: { value: "25" } });
  fireEvent.change(screen.getByRole("slider", { name: "Call volume" }), { target: { value: "80" } });
  expect(phone.asked).toEqual(["setRingVolume 0.25", "setVolume 0.8"]);
});

it("SET-15 the count of missed calls can be shown or hidden, and is unchanged if the server refuses", async () => {
  const server = createFakeServer();
  server.permit([
    read("configs"),
    read("softphone"),
    read("user_preferences"),
    { module: "user_preferences", rule: "write" },
  ]);
  const preferences = { show_missed_calls: true, clearly_anywhere_landing_page: "/buddies" };
  server.spoil("users/1/preferences", { status: 200, body: preferences });
  server.spoil("panel_notifications", { status: 200, body: { enabled: true, timeout: 3_000 } });
  await openPanel({ server, path: "/settings/notifications", signedIn: true });
  const lever = await screen.findByRole("switch", { name: "Badge for missed calls" });
  await waitFor(() => expect(lever).toHaveProperty("checked", true));
  server.spoil("users/1/preferences", { status: 200, body: { ...preferences, show_missed_calls: false } });
  await act(async () => fireEvent.click(lever));
  expect(await screen.findByText("The badge for missed calls is off")).toBeTruthy();
  expect(server.seenAt("users/1/preferences").at(-1)?.body).toEqual({ show_missed_calls: false });
  server.spoil("users/1/preferences", failure(403, "request.forbidden", "Not today"));
  await act(async () => fireEvent.click(lever));
  expect(await screen.findByText("Not today")).toBeTruthy();
  expect(lever).toHaveProperty("checked", false);
});
