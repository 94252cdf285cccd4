// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createFakeServer, failure } from "../../../test/fakeServer.ts";
import { closePanel, openPanel } from "../../../test/openPanel.tsx";

afterEach(closePanel);

const asks = (details: Readonly<Record<string, string>>) => ({
  status: 400,
  body: { error: "mfa_required", code: "otp.required", error_description: "Enter the code", details },
});

async function signInUntilCode(details: Readonly<Record<string, string>> = { challenge: "c1", method: "app" }) {
  const server = createFakeServer();
  server.spoil("oauth/token", asks(details));
  await openPanel({ server, path: "/" });
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  await screen.findByRole("textbox", { name: "Username" });
  type("Username", "alice");
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await press("Sign in");
  const field = await screen.findByRole("textbox", { name: "Code" });
  return { server, field, type };
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("SESSION-12 the code is sent with the challenge and the typed password", async () => {
  const { server, field, type } = await signInUntilCode();
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  await press("Continue");
  expect(screen.getByText("Required.")).toBeTruthy();
  server.spoil("oauth/token", failure(400, "otp.invalid", "This code is not valid."));
  type("Code", " 123456 ");
  await press("Continue");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByDisplayValue("123456", { exact: false })).toBeTruthy();
  server.spoil("oauth/token", null);
  await press("Continue");
  const sent = server.seenAt("oauth/token").map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({
    grant_type: "password",
    username: "alice",
    password: "secret",
    otp_challenge: "c1",
    otp_code: "123456",
  });
});

it("SESSION-12 it says where the code was sent, and sends another", async () => {
  const { server } = await signInUntilCode({ challenge: "c1", method: "email", sent_to: "a…@example.com" });
  expect(screen.getByText(/sent to a…@example\.com/)).toBeTruthy();
  server.spoil("oauth/token", asks({ challenge: "c2", method: "email", sent_to: "a…@example.com" }));
  await press("Send another code");
  expect(server.seenAt("oauth/token").at(-1)?.body).not.toHaveProperty("otp_code");
});

it("SESSION-12 an expired challenge returns to the password, and the name is kept", async () => {
  const { server, type } = await signInUntilCode();
  server.spoil("oauth/token", failure(400, "otp.expired", "The sign-in took too long. Sign in again."));
  type("Code", "123456");
  await press("Continue");
  expect(await screen.findByRole("textbox", { name: "Username" })).toHaveProperty("value", "alice");
  expect(screen.getByRole("alert").textContent).toContain("took too long");
});

it("SESSION-16 the sign-in page leads to the server's page for a forgotten password", async () => {
  await openPanel({ server: createFakeServer(), path: "/" });
  const link = await screen.findByRole("link", { name: "Forgot your password?" });
  expect(link.getAttribute("href")).toMatch(/^http:\/\/localhost(:\d+)?\/oauth\/forgotten\?ui_locales=en-US$/);
});
