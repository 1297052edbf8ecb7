import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { animationsEnded } from "./fixtures";

/** The parts of a page that axe reads, as selectors, and the rules it checks; by default everything. */
interface Extent {
  readonly within?: string;
  readonly without?: string;
  readonly rules?: readonly string[];
  readonly exceptRules?: readonly string[];
}

/**
 * Returns what axe finds on a page, once nothing moves or fades any more: each rule with the element that breaks it, and
 * why.
 */
export async function axeFindings(page: Page, extent: Extent = {}): Promise<string[]> {
  await animationsEnded(page);
  // Only a page with frames has results of several documents to merge, for which the builder opens another page.
  const isSingle = page.frames().length === 1;
  // The builder injects axe (580 KB) once per analysis. A second analysis of the document reuses it.
  const isInjected = isSingle && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isInjected && { axeSource: ";" }) })
    // The rule of WCAG 2.2 AA is off by default.
    .options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
    .setLegacyMode(isSingle);
  if (extent.within) axe.include(extent.within);
  if (extent.without) axe.exclude(extent.without);
  if (extent.rules) axe.withRules([...extent.rules]);
  if (extent.exceptRules) axe.disableRules([...extent.exceptRules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`),
  );
}
