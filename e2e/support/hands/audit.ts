/** What axe finds on a page, rule by rule with the elements: empty where there is nothing to mend. */
import axe from "axe-core";
import type { Page } from "@playwright/test";

/** An open menu has the focus, as a dialog has: it need not be within a landmark, and above everything else it cannot be. */
const APART = "dialog, [role=dialog], [role=alertdialog], svg, [role=menu]";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** @param within only in the elements of this selector; without it, on the whole page */
export async function auditPage(page: Page, within?: string): Promise<readonly string[]> {
  // The page's own policy lets no script of others in: it is evaluated, not linked. Half a megabyte: once in each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(
    async ([standards, regionMatcher, part]) => {
      window.axe.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      const { violations } = await window.axe.run(part ?? document, {
        runOnly: [...standards],
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
    },
    [STANDARDS, APART, within] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
