/** Bundles one benchmark, such as `panel/grid.bench.ts`, and calls its exported `run(report)`. */
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const [file, ...flags] = process.argv.slice(2);
// As deep below the root as any source file, so that relative URLs hold in the bundle too.
const outdir = join(here, "dist");
mkdirSync(outdir, { recursive: true });
const outfile = join(outdir, basename(file).replace(/\.ts$/, ".mjs"));
await build({
  entryPoints: [join(here, file)],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  sourcemap: "inline",
  logLevel: "error",
  banner: { js: 'import { createRequire as _cr } from "node:module"; const require = _cr(import.meta.url);' },
  plugins: [
    {
      name: "external-packages",
      setup: (setup) =>
        setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "entry-point" || path.startsWith("@callpanel/") ? undefined : { path, external: true },
        ),
    },
  ],
});
const { run } = await import(pathToFileURL(outfile).href);
const json = flags.includes("--json");

/** Prints one figure, with its ratio to the bound or rival it is measured against. */
function report({ name, value, unit, bound, better, against }) {
  const ratio = better === "higher" ? value / bound : bound / value;
  if (json) {
    process.stdout.write(`${JSON.stringify({ name, value, unit, bound, better, against, ratio })}\n`);
    return;
  }
  const rounded = Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
  process.stdout.write(
    `${name}: ${rounded} ${unit} (${ratio.toFixed(2)}x ${ratio >= 1 ? "better than" : "SHORT OF"} ${bound} ${unit}, ${against})\n`,
  );
}

await run(report);
process.exit(0);
