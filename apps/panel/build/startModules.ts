/** Which modules the signed-in start needs. The bundler knows this only after it has removed what is not used. */
import { build } from "vite";
import type { Plugin, PluginOption, Rolldown } from "vite";

/** What is imported lazily between the sign-in and the registered phone; bench/panel/panel-size.bench.ts weighs it. */
const OF_EVERYBODY = ["routedPanel.tsx", "WorkplaceRoute.tsx", "features.ts", "BuddiesScreen.tsx", "StatusMenu.tsx"];
const OF_PHONE = ["createSoftphone.ts", "Home.tsx"];
const START = [...OF_EVERYBODY, ...OF_PHONE];

export interface StartDeps {
  /** Folder of the panel. */
  readonly root: string;
  readonly plugins: PluginOption;
  readonly treeshake: Rolldown.TreeshakingOptions;
}

/** Ids of modules. */
export interface StartModules {
  readonly everybody: ReadonlySet<string>;
  /** Those that only the phone needs: not everybody has one. */
  readonly phone: ReadonlySet<string>;
}

/** A trial build without everything that is loaded later. Throws if a part of the start is gone */
export async function modulesOfStart({ root, plugins, treeshake }: StartDeps): Promise<StartModules> {
  const found = { everybody: new Set<string>(), phone: new Set<string>() };
  const missing = new Set(START);
  const collect: Plugin = {
    name: "callpanel:start-modules",
    enforce: "pre",
    resolveDynamicImport(source) {
      if (typeof source !== "string") return null;
      const name = nameOf(source);
      missing.delete(name);
      return START.includes(name) ? null : { id: source, external: true };
    },
    generateBundle(_options, bundle) {
      const needed = neededByEverybody(bundle);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const set = needed.has(chunk.fileName) ? found.everybody : found.phone;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) if (renderedLength > 0) set.add(id);
      }
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

const nameOf = (path: string): string => path.replace(/^.*\//, "");

/** Files of the chunks that are imported by more than the phone. */
function neededByEverybody(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || files.has(file)) return;
    files.add(file);
    for (const next of chunk.imports) visit(next);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk" || chunk.facadeModuleId === null) continue;
    if (!OF_PHONE.includes(nameOf(chunk.facadeModuleId))) visit(chunk.fileName);
  }
  return files;
}
