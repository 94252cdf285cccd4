import type { PageName } from "../shared/routes.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The menu's page that this route shows; service routes have none. */
    readonly page?: PageName;
  }
}
