// @vitest-environment jsdom
import type { SignedIn } from "@callpanel/contract";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure, read } from "../../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../../test/openPanel.tsx";

afterEach(closePanel);

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SIGNED_IN: SignedIn = {
  sessions: [
    {
      id: "here",
      current: true,
      created_at: 2_000,
      seen_at: 3_000,
      user_agent: FIREFOX,
      network: "203.0.113.0/24",
      application: null,
    },
    {
      id: "there",
      current: false,
      created_at: 1_000,
      seen_at: 1_000,
      user_agent: "<b>x</b>",
      network: "",
      application: null,
    },
  ],
  sign_ins: [{ at: 2_000, outcome: "signedIn", user_agent: FIREFOX, network: "203.0.113.0/24" }],
  failed: [
    { at: 500, outcome: "password", user_agent: "", network: "198.51.100.0/24" },
    { at: 500, outcome: "code", user_agent: "", network: "198.51.100.0/24" },
  ],
};
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("SESSIONS-1 SESSIONS-3 SESSIONS-5 own sessions are listed with device and network; another one and all others are ended", async () => {
  const server = createFakeServer();
  server.permit([read("user_preferences")]);
  server.spoil("/api/v1/sessions", { status: 200, body: SIGNED_IN });
  await openPanel({ server, path: "/settings/account", signedIn: true });
  const list = within(await screen.findByRole("list", { name: "Signed in on" }));
  const [here, there] = list.getAllByRole("listitem");
  expect(here?.textContent).toMatch(/^Firefox on Linux This device.*Network 203\.0\.113\.0\/24$/);
  expect(there?.textContent).toMatch(/^Unknown deviceSigned in/);
  expect(list.getAllByRole("button")).toHaveLength(1);
  const failed = within(screen.getByRole("list", { name: "Failed sign-ins", hidden: true }));
  expect(
    failed
      .getAllByRole("listitem", { hidden: true })
      .map(({ textContent }) => textContent?.replace(/(?<=password|code).*/, "")),
  ).toEqual(["Wrong password", "Wrong code"]);
  server.spoil("/api/v1/sessions/there", failure(404, "request.notFound", "Not found"));
  await press(/^Sign out Unknown device/);
  expect(await screen.findByText("Not found")).toBeTruthy();
  server.spoil("/api/v1/sessions/there", { status: 200, body: { success: true } });
  server.spoil("/api/v1/sessions", { status: 200, body: { ...SIGNED_IN, sessions: SIGNED_IN.sessions.slice(0, 1) } });
  await press(/^Sign out Unknown device/);
  expect(server.seenAt("/api/v1/sessions/there").map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
  expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
});

it("SESSIONS-1 a session of an application is named after it", async () => {
  const server = createFakeServer();
  server.permit([read("user_preferences")]);
  const [here, there] = SIGNED_IN.sessions;
  const ours = { ...there, user_agent: "python-requests/2.32", application: "Our CRM" };
  server.spoil("/api/v1/sessions", { status: 200, body: { ...SIGNED_IN, sessions: [here, ours] } });
  await openPanel({ server, path: "/settings/account", signedIn: true });
  const list = within(await screen.findByRole("list", { name: "Signed in on" }));
  expect(list.getAllByRole("listitem")[1]?.textContent).toMatch(/^Our CRMApplication · Signed in/);
  expect(screen.getByRole("button", { name: /^Sign out Our CRM, signed in/ })).toBeTruthy();
});
