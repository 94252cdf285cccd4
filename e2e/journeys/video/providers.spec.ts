/** Rooms, links, rights and the window are the same for meetings at this server and at a Jitsi installation. */
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { type JitsiStandIn, startJitsiStandIn } from "../../support/outside/jitsi-stand-in.ts";
import { button, FACES, letIn, makeRoom, roomRow, videoWindow } from "../../support/company/meeting.ts";
import { expect, inBothThemes, type Person, test as base } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
const NO_SCRIPT = "Failed to create video conferece external API instance.Please contact technical support";

/** How one sees what a meeting says, which its provider draws. */
interface Provider {
  readonly name: string;
  readonly rules: string;
  /** Names of those who are in it, as a page shows them. */
  people(person: Person): Promise<readonly string[]>;
  letIn(person: Person, name: string): Promise<void>;
  /** Leaves in the meeting itself. */
  leave(person: Person): Promise<void>;
}

const frame = ({ page }: Person) => page.frameLocator("iframe[title='Jitsi stand-in']");
/** Reads every label in one turn of the page: an element that leaves between two questions would be waited for. */
const namesIn = async (elements: Locator, before: string): Promise<readonly string[]> => {
  const labels = await elements.evaluateAll((found) => found.map((element) => element.getAttribute("aria-label")));
  return labels.map((label) => (label ?? "").replace(before, "")).toSorted();
};

const EMBEDDED: Provider = {
  name: "embedded",
  rules: "VROOM-10 VROOM-11 MEET-1 MEET-2 MEET-8",
  people: async ({ page }) => await namesIn(page.getByRole("group", { name: "Tile of " }), "Tile of "),
  letIn,
  leave: async ({ page }) => await button(page, "Leave").click(),
};

const JITSI: Provider = {
  name: "jitsi",
  rules: "JITSI-2 JITSI-4 JITSI-5 JITSI-7 JITSI-8",
  people: async (person) =>
    await namesIn(frame(person).getByRole("listitem", { name: "In the room: " }), "In the room: "),
  letIn: async (person, name) =>
    await frame(person)
      .getByRole("button", { name: `Let in ${name}` })
      .click(),
  leave: async (person) => await frame(person).getByRole("button", { name: "Hang up" }).click(),
};

const test = base.extend<{ provider: Provider; standIn: JitsiStandIn }>({
  provider: [EMBEDDED, { option: true }],
  standIn: async ({}, use) => {
    const standIn = await startJitsiStandIn();
    await use(standIn);
    await standIn.close();
  },
  serverEnv: async ({ provider, standIn }, use) => use(provider === JITSI ? standIn.settings : {}),
});

for (const provider of [EMBEDDED, JITSI]) {
  test.describe(`meetings: ${provider.name}`, () => {
    test.use({ provider });

    const expectPeople = (person: Person, names: readonly string[]) =>
      expect
        .poll(() => provider.people(person), { message: `who ${person.username} sees is in` })
        .toEqual(names.toSorted());

    test(`${provider.rules} a person, a guest who is admitted, an admin's link, the window, a reload, and the end (${provider.name})`, async ({
      company,
    }) => {
      const alice = await company.signIn("alice", { face: FACES.alice });
      await open(alice, "/video_conferences", "Video conferences");
      const links = await makeRoom(alice, "Board");
      await button(roomRow(alice, "Board"), "Join").click();
      await expect(videoWindow(alice)).toHaveAttribute("data-layout", "docked");
      await expectMessage(alice, "You joined Board");
      await expectPeople(alice, ["Alice Archer"]);

      for (const [name, layout] of [
        ["Minimize", "minimized"],
        ["Full screen", "fullscreen"],
        ["Dock", "docked"],
      ] as const) {
        await button(videoWindow(alice), name).click();
        await expect(videoWindow(alice)).toHaveAttribute("data-layout", layout);
      }
      await open(alice, "/parking", "Parking");
      await expectPeople(alice, ["Alice Archer"]);
      await inBothThemes(alice, async (theme) => {
        await alice.page.screenshot({ path: join(PICTURES, `video-provider-${provider.name}-${theme}.png`) });
      });

      // A guest's link has no rights, and waits for an admin.
      const guest = await company.open("guest", { path: links.guest, face: FACES.guest });
      await guest.page.getByRole("textbox", { name: "Your name" }).fill("Gus");
      await button(guest.page, "Join").click();
      await provider.letIn(alice, "Gus");
      await expectPeople(guest, ["Alice Archer", "Gus"]);
      await expectPeople(alice, ["Alice Archer", "Gus"]);
      await guest.page.screenshot({ path: join(PICTURES, `video-provider-${provider.name}-guest.png`) });

      await alice.page.reload();
      await expectPeople(alice, ["Alice Archer", "Gus"]);
      await provider.leave(guest);
      await expect(guest.page.getByRole("heading", { name: "You left the meeting" })).toBeVisible();
      await expectPeople(alice, ["Alice Archer"]);

      // An admin's link leads in at once, and by it others are let in.
      await guest.page.goto(`${company.server.address}${links.admin}`);
      await guest.page.getByRole("textbox", { name: "Your name" }).fill("Ada");
      await button(guest.page, "Join").click();
      await expectPeople(alice, ["Ada", "Alice Archer"]);
      await button(videoWindow(alice), "Leave").click();
      await expect(videoWindow(alice)).toHaveCount(0);
      await expectPeople(guest, ["Ada"]);
    });
  });
}

test.describe("a script that does not load", () => {
  test.use({ provider: JITSI });

  test("JITSI-6 the error of the specification, for a person and for a guest; the next try succeeds", async ({
    company,
    standIn,
  }) => {
    standIn.servesScript = false;
    const alice = await company.signIn("alice");
    await open(alice, "/video_conferences", "Video conferences");
    const links = await makeRoom(alice, "Board");
    await button(roomRow(alice, "Board"), "Join").click();
    await expectMessage(alice, NO_SCRIPT);
    await expect(videoWindow(alice)).toHaveCount(0);
    const guest = await company.open("guest", { path: links.guest });
    await guest.page.getByRole("textbox", { name: "Your name" }).fill("Gus");
    await button(guest.page, "Join").click();
    await expect(guest.page.getByText(NO_SCRIPT)).toBeVisible();
    await guest.page.screenshot({ path: join(PICTURES, "video-jitsi-no-script.png") });
    standIn.servesScript = true;
    // The notice may lie over it.
    await button(roomRow(alice, "Board"), "Join").press("Enter", { timeout: 60_000 });
    await expect.poll(() => JITSI.people(alice)).toEqual(["Alice Archer"]);
  });
});
