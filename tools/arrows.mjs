/** Holds the arrows of docs/architecture.md, and fails when too few modules were cruised to mean anything. */
import { cruise } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { ROOT } from "./setup.mjs";

const FEWEST_MODULES = 150;

process.chdir(ROOT);
const options = await extractOptions(".dependency-cruiser.cjs");
const { output, exitCode } = await cruise(["packages", "apps", "e2e", "bench"], { ...options, outputType: "err" });
const { output: result } = await cruise(["packages", "apps", "e2e", "bench"], options);
const count = result.summary.totalCruised;
process.stdout.write(`${output}\n${count} modules cruised\n`);
if (count < FEWEST_MODULES) process.stdout.write(`fewer than ${FEWEST_MODULES}: the cruise itself is broken\n`);
process.exit(exitCode === 0 && count >= FEWEST_MODULES ? 0 : 1);
