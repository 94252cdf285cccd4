/** Set by vite.config.ts from package.json. */
declare const __PANEL_VERSION__: string;
