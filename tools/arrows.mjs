/** Holds the arrows of docs/architecture.md, and fails when too few modules were cruised to mean anything. */
import { cruise } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const FEWEST_MODULES = 150;

process.chdir(ROOT);
const options = await extractOptions(join(ROOT, ".dependency-cruiser.cjs"));
const { output } = await cruise(["packages", "apps", "e2e", "bench"], options);
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) process.stdout.write(`${rule.name}: ${from} -> ${to}\n`);
process.stdout.write(`${totalCruised} modules cruised\n`);
if (totalCruised < FEWEST_MODULES) process.stdout.write(`fewer than ${FEWEST_MODULES}: the cruise itself is broken\n`);
process.exit(violations.length === 0 && totalCruised >= FEWEST_MODULES ? 0 : 1);
