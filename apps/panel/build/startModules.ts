/** Which modules the signed-in start needs. The bundler knows this only after it has removed what is not used. */
import { build } from "vite";
import type { Plugin, PluginOption, Rolldown } from "vite";

/** What is imported lazily between the sign-in and the registered phone; bench/panel-size.bench.ts weighs it. */
const START = [
  "routedPanel.tsx",
  "WorkplaceRoute.tsx",
  "features.ts",
  "BuddiesScreen.tsx",
  "createSoftphone.ts",
  "Home.tsx",
  "StatusMenu.tsx",
];

export interface StartDeps {
  /** Folder of the panel. */
  readonly root: string;
  readonly plugins: PluginOption;
  readonly treeshake: Rolldown.TreeshakingOptions;
}

/** A trial build without everything that is loaded later. @returns ids of its modules. Throws if a part of the start is gone */
export async function modulesOfStart({ root, plugins, treeshake }: StartDeps): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const missing = new Set(START);
  const collect: Plugin = {
    name: "callpanel:start-modules",
    enforce: "pre",
    resolveDynamicImport(source) {
      if (typeof source !== "string") return null;
      const name = source.replace(/^.*\//, "");
      missing.delete(name);
      return START.includes(name) ? null : { id: source, external: true };
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk") for (const id of chunk.moduleIds) found.add(id);
    },
  };
  const quiet = { treeshake, logLevel: "silent" as const };
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [plugins, collect],
    build: { write: false, minify: false, reportCompressedSize: false, rolldownOptions: quiet },
  });
  if (missing.size > 0) throw new Error(`the panel imports no ${[...missing].join(", ")}`);
  return found;
}
