import { join } from "node:path";
import { SMALL_CAMERA } from "../../support/media/face.ts";
import {
  button,
  expectScene,
  FACES,
  letIn,
  makeRoom,
  roomRow,
  seatOf,
  tileOf,
  videoWindow,
} from "../../support/company/meeting.ts";
import { expect, inBothThemes, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const NARROW = { width: 390, height: 844 };
const PIN = "2468";
const MARKUP = '<img src=x onerror="document.title=1">';

const shoot = async ({ page }: Person, name: string): Promise<void> => {
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
};

const heading = ({ page }: Person, name: string) => page.getByRole("heading", { name });

/** The lid of the computer is closed: nothing of the browser runs. @returns opens it */
async function closeLid({ browser }: Person): Promise<() => void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  for (const { id } of processInfo) process.kill(id, "SIGSTOP");
  return () => {
    for (const { id } of processInfo) process.kill(id, "SIGCONT");
  };
}

test("VROOM-7 VROOM-13 VROOM-20 VCLIENT-3 VCLIENT-11 MEET-6 MEET-14 guests with a PIN, without devices, with a camera in use, with a closed laptop, and with an expired link", async ({
  company,
}) => {
  const alice = await company.signIn("alice", { face: FACES.alice, camera: SMALL_CAMERA });
  await open(alice, "/video_conferences", "Video conferences");
  const links = await makeRoom(alice, "Clients", PIN);
  await button(roomRow(alice, "Clients"), "Join").click();
  await expect(videoWindow(alice)).toHaveAttribute("data-layout", "docked");

  // Permission denied, a PIN, and a name that is markup.
  const markup = await company.open("markup", {
    path: links.guest,
    microphone: "denied",
    locale: "fr-CA",
    viewport: NARROW,
  });
  await expect(markup.page.getByText("Votre micro est bloqué.")).toBeVisible();
  await shoot(markup, "video-guest-denied-fr-narrow");
  await markup.page.getByRole("textbox", { name: "Votre nom" }).fill(MARKUP);
  await markup.page.getByRole("textbox", { name: "NIP" }).fill("0000");
  await button(markup.page, "Entrer").click();
  await expect(markup.page.getByRole("textbox", { name: "NIP" })).toHaveAttribute("aria-invalid", "true");
  await shoot(markup, "video-guest-pin-fr-narrow");
  await markup.page.getByRole("textbox", { name: "NIP" }).fill(PIN);
  await button(markup.page, "Entrer").click();
  await expect(markup.page.getByText("Quelqu’un dans « Clients » vous fera entrer.")).toBeVisible();
  await shoot(markup, "video-guest-lobby-fr-narrow");
  await letIn(alice, MARKUP);
  await expect(tileOf(alice, MARKUP)).toContainText(MARKUP);
  await expect(tileOf(alice, MARKUP).locator("img")).toHaveCount(0);
  await expect(tileOf(alice, MARKUP)).toHaveAttribute("data-video", "off");
  await shoot(markup, "video-guest-room-fr-narrow");
  // VROOM-7: the list is over the tiles; what is wrong is still there to be read.
  await button(markup.page, "Participants").click();
  await markup.page.getByText("Votre micro est bloqué.").click({ trial: true });
  await button(markup.page, "Participants").click();
  await button(markup.page, "Quitter").click();
  await expect(heading(markup, "Vous avez quitté la rencontre")).toBeVisible();
  await shoot(markup, "video-guest-left-fr-narrow");
  await markup.browser.close();

  // No device at all; turned away.
  const bare = await company.open("bare", { path: links.guest, microphone: "none" });
  await expect(bare.page.getByText("No microphone found.")).toBeVisible();
  await expect(bare.page.getByText("No camera found.")).toBeVisible();
  await bare.page.getByRole("textbox", { name: "Your name" }).fill("Bare");
  await bare.page.getByRole("textbox", { name: "PIN" }).fill(PIN);
  await inBothThemes(bare, (theme) => shoot(bare, `video-guest-no-device-${theme}`));
  await button(bare.page, "Join").click();
  await expect(bare.page.getByText("Someone in “Clients” will let you in.")).toBeVisible();
  await button(bare.page, "Leave").click();
  await expect(heading(bare, "You left the meeting")).toBeVisible();
  await button(bare.page, "Join again").click();
  await bare.page.getByRole("textbox", { name: "Your name" }).fill("Bare");
  await bare.page.getByRole("textbox", { name: "PIN" }).fill(PIN);
  await button(bare.page, "Join").click();
  await button(alice.page, "People").click();
  await button(alice.page, "Deny Bare").click();
  await button(alice.page, "People").click();
  await expect(heading(bare, "You were not let in")).toBeVisible();
  await bare.browser.close();

  // The camera is taken by another program: the microphone works.
  const guest = await company.open("guest", {
    path: links.guest,
    face: FACES.guest,
    camera: SMALL_CAMERA,
    before: () => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      let isTaken = true;
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        if (constraints?.video !== undefined && isTaken) {
          isTaken = false;
          throw new DOMException("Could not start video source", "NotReadableError");
        }
        return await real(constraints);
      };
    },
  });
  await expect(guest.page.getByText("Another program is using the camera.")).toBeVisible();
  await button(guest.page, "Camera").click();
  await expect(guest.page.getByText("Another program is using the camera.")).toHaveCount(0);
  await guest.page.getByRole("textbox", { name: "Your name" }).fill("Grace");
  await guest.page.getByRole("textbox", { name: "PIN" }).fill(PIN);
  await button(guest.page, "Join").click();
  await letIn(alice, "Grace");
  const seats = [seatOf(alice, "Alice Archer", FACES.alice), seatOf(guest, "Grace", FACES.guest)];
  await expectScene({ seats }, "a guest came");

  // A small window on top of all others, with who speaks.
  const opened = alice.page.context().waitForEvent("page");
  await button(videoWindow(alice), "Picture in picture").click();
  const pip: Person = { ...alice, page: await opened };
  await expect(pip.page.getByRole("group", { name: "Tile of Grace" })).toBeVisible();
  await expect(videoWindow(alice).getByText("The meeting is in a small window")).toBeVisible();
  await expect
    .poll(async () => (await seatOf(pip, "", FACES.guest).look())[0]?.colour?.map((value) => value > 100))
    .toEqual([false, false, true]);
  await shoot(pip, "video-pip");
  await button(pip.page, "Microphone").click();
  await expect(tileOf(guest, "Alice Archer")).toHaveAttribute("data-audio", "off");
  await button(pip.page, "Microphone").click();
  await button(videoWindow(alice), "Bring it back here").click();
  await expectScene({ seats }, "the small window is closed");

  // A laptop is closed for longer than the server waits for a heartbeat; the guest comes back as the same person.
  const openLid = await closeLid(guest);
  try {
    await expect(tileOf(alice, "Grace")).toContainText("Connection interrupted");
  } finally {
    openLid();
  }
  await expect(tileOf(alice, "Grace")).not.toContainText("Connection interrupted");
  await expectScene({ seats }, "the lid is open again");

  // New links put out who came by the old one, which leads nowhere.
  await button(videoWindow(alice), "Minimize").click();
  await roomRow(alice, "Clients").getByRole("button", { name: /^More/ }).click();
  await alice.page.getByRole("menuitem", { name: "New links…" }).click();
  await button(alice.page.getByRole("dialog"), "Create new links").click();
  await expect(heading(guest, "The link to this meeting was replaced")).toBeVisible();
  await guest.page.reload();
  await expect(heading(guest, "This link doesn’t work")).toBeVisible();
  await shoot(guest, "video-guest-no-link");
  await button(videoWindow(alice), "Leave").click();
  await expect(videoWindow(alice)).toHaveCount(0);

  // A room that ends while somebody is at its door.
  await alice.page.route("**/video_conferences", async (route) => {
    const posted = route.request().postData() ?? "";
    const postData = posted.replace(/"expireDate":\d+/, `"expireDate":${Date.now() + 10_000}`);
    await route.continue(posted === "" ? {} : { postData });
  });
  const short = await makeRoom(alice, "Short");
  await guest.page.goto(`${company.server.address}${short.guest}`);
  await expect(async () => {
    await guest.page.reload();
    await expect(heading(guest, "This video room has expired")).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(guest.page.getByText("Ask the person who invited you for a new link.")).toBeVisible();
  await shoot(guest, "video-guest-expired");
});
