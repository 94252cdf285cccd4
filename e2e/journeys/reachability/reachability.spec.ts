import { anyCall, dial, expect, type Person, phoneStatus, softphone, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const strip = ({ page }: Person) => page.getByRole("region", { name: "Not reachable" });
/** AVAIL-6: the text of the one sign on screen; a screen reader reads it with the phone's status. */
const shows = ({ page }: Person, status: string) =>
  expect(page.getByRole("button", { name: "Softphone", exact: true })).toHaveAccessibleDescription(status);

test("AVAIL-2 AVAIL-6 do not disturb and call forward are shown on every page, and switched off there", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  await expect(strip(alice)).toHaveCount(0);
  await shows(alice, "Ready");
  await expect(alice.page.getByText("Ready", { exact: true }).filter({ visible: true })).toHaveCount(1);

  await open(alice, "/settings/phone_status", "Phone status");
  await alice.page.getByRole("switch", { name: "Do not disturb" }).click();
  await expect(strip(alice)).toContainText("Do not disturb is on");
  await shows(alice, "Do not disturb");
  await expect(phoneStatus(alice)).toHaveText("Registered");
  await open(alice, "/", "Buddies");
  await expect(alice.page.getByRole("listitem", { name: "Alice Archer" })).toContainText("Do not disturb");
  await strip(alice).getByRole("button", { name: "Turn off" }).click();
  await expect(strip(alice)).toHaveCount(0);
  await shows(alice, "Ready");

  // From a telephone: the page follows.
  await dial(alice, "*96102");
  await expect(strip(alice)).toContainText("Your calls are forwarded to Bob Brandt.");
  await shows(alice, "Forwarding");
  await strip(alice).getByRole("button", { name: "Turn off" }).click();
  await expect(strip(alice)).toHaveCount(0);
});

test("AVAIL-4 a blocked microphone is shown before a customer calls; the call waits until it is allowed", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { microphone: "denied" });
  await expect(strip(alice)).toContainText("Your microphone is blocked");
  await shows(alice, "Microphone blocked");
  await strip(alice).getByRole("button", { name: "Allow microphone" }).click();
  const how = alice.page.getByRole("dialog", { name: "Allow your microphone" });
  await expect(how).toContainText("address bar");
  await how.getByRole("button", { name: "Close" }).click();

  const bob = await company.signIn("bob");
  await dial(bob, "101");
  const call = anyCall(alice);
  await expect(call.getByRole("alert")).toContainText("Your microphone is blocked");
  await call.getByRole("button", { name: "Accept" }).click();
  await expect(call.getByRole("button", { name: "Accept" })).toBeVisible();
  await expect(anyCall(bob)).toHaveAttribute("data-state", "ringing");

  await alice.page.context().grantPermissions(["microphone"]);
  await expect(strip(alice)).toHaveCount(0);
  await expect(call.getByRole("alert")).toHaveCount(0);
  await call.getByRole("button", { name: "Accept" }).click();
  await expect(call).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
});

test("DIVERT-7 PUBLISH-6 a call that do not disturb refused is missed, with the reason, and still after a reload", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  await open(alice, "/settings/phone_status", "Phone status");
  await alice.page.getByRole("switch", { name: "Do not disturb" }).click();
  await shows(alice, "Do not disturb");
  await dial(bob, "101");
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  const log = softphone(alice).getByRole("button", { name: "Calls log" });
  await expect(log).toHaveAccessibleDescription("1 missed call");

  // What her phone publishes of the setting has changed nothing.
  await alice.page.reload();
  await shows(alice, "Do not disturb");
  await expect(log).toHaveAccessibleDescription("1 missed call");
  await log.click();
  await expect(softphone(alice).getByRole("button", { name: /^Call Bob Brandt.*Do not disturb was on/ })).toBeVisible();
  await expect(alice.page.getByRole("alert")).toHaveCount(0);
  await open(alice, "/cdrs", "Call history");
  const listed = alice.page.getByRole("main").getByRole("listitem").filter({ hasText: "Do not disturb was on" });
  await expect(listed).toHaveCount(1);
});
