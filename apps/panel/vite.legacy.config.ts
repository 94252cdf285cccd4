import { defineConfig, mergeConfig, type Plugin } from "vite";
import modern from "./vite.config.ts";

/**
 * The panel for the oldest browsers of spec 1 §1 (docs/spec/legacy-browsers.md): the same code in their syntax, with
 * polyfills, as one script, because Firefox 66 has no dynamic import. Served only to those browsers.
 */
const OLDEST = ["chrome72", "edge80", "firefox66", "safari15"];

const withPolyfills: Plugin = {
  name: "polyfills-first",
  enforce: "pre",
  transform: (code, id) => (id.endsWith("/src/main.tsx") ? `import "core-js/stable";\n${code}` : null),
};

const { build, ...rest } = modern;

export default mergeConfig(
  { ...rest, publicDir: false, base: "/legacy/" },
  defineConfig({
    plugins: [withPolyfills],
    build: {
      ...build,
      outDir: "dist/legacy",
      manifest: false,
      target: OLDEST,
      cssCodeSplit: false,
      modulePreload: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        // Only dynamic imports read it, and there are none.
        transform: { define: { "import.meta": "{}" } },
        treeshake: build?.rolldownOptions?.treeshake ?? true,
        output: { format: "iife", codeSplitting: false },
      },
    },
  }),
);
