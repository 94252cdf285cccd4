import { defineConfig, mergeConfig } from "vite";
import modern from "./vite.config.ts";

/** The page of guests (`/v/…`): a build of its own, so that it shares no chunk with the panel and stays light. */
const { build, ...rest } = modern;

export default mergeConfig(
  { ...rest, publicDir: false, base: "/guest/" },
  defineConfig({
    build: {
      ...build,
      outDir: "dist/guest",
      manifest: "manifest.json",
      rolldownOptions: {
        input: "guest.html",
        treeshake: build?.rolldownOptions?.treeshake ?? true,
      },
    },
  }),
);
