/** Carrying a call under the pointer. */
import { expect, type Locator } from "@playwright/test";
import type { Person } from "../company/people.ts";

/** Picks a call up with the pointer and holds it. */
export async function lift(person: Person, call: Locator): Promise<void> {
  await call.hover({ position: { x: 12, y: 8 } });
  await expect(call).toHaveAttribute("draggable", "true");
  const box = await call.boundingBox();
  if (!box) throw new Error("the call is not drawn");
  await person.page.mouse.move(box.x + 12, box.y + box.height / 2);
  await person.page.mouse.down();
  await person.page.mouse.move(box.x + 24, box.y + box.height / 2 + 8, { steps: 4 });
  await expect(person.page.locator("[data-move-to]").first()).toBeVisible();
}

export async function dropOn(person: Person, target: Locator): Promise<void> {
  // A browser sends an event for a resting pointer every 50 ms; the test's pointer must be moved for that. Cards may still be on their way to their places.
  await expect(async () => {
    const box = await target.boundingBox();
    if (!box) throw new Error("the target is not drawn");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await person.page.mouse.move(x + 1, y, { steps: 6 });
    await person.page.mouse.move(x, y);
    await expect(target).toHaveAttribute("data-over", "", { timeout: 200 });
  }).toPass();
  await person.page.mouse.up();
}
