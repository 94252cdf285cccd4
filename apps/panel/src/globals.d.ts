/** Set by vite.config.ts from package.json. */
declare const __PANEL_VERSION__: string;

/** The address of a file that the build adds as it is (Vite). */
declare module "*?url" {
  const url: string;
  export default url;
}
