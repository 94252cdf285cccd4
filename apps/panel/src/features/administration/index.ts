import { IconBuildingCog } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { activityReload, administrationReload } from "./administration.reload.ts";

/** The pages of those who administer the company (docs/spec/administration-pages.md). */
export const administration: PanelFeature = {
  menu: { area: "administration", icon: IconBuildingCog },
  texts: "administration",
  frame: async () => ({ Screen: (await import("./AdministrationFrame.tsx")).AdministrationFrame }),
  pages: {
    "administration-overview": async () => ({ Screen: (await import("./overview/OverviewScreen.tsx")).OverviewScreen }),
    "administration-people": async () => ({ Screen: (await import("./people/PeopleScreen.tsx")).PeopleScreen }),
    "administration-numbers": async () => ({ Screen: (await import("./things/ThingsScreen.tsx")).NumbersScreen }),
    "administration-queues": async () => ({ Screen: (await import("./services/ServicesScreen.tsx")).QueuesScreen }),
    "administration-rooms": async () => ({ Screen: (await import("./services/ServicesScreen.tsx")).RoomsScreen }),
    "administration-lots": async () => ({ Screen: (await import("./things/ThingsScreen.tsx")).LotsScreen }),
    "administration-lines": async () => ({ Screen: (await import("./things/ThingsScreen.tsx")).LinesScreen }),
    "administration-permissions": async () => ({
      Screen: (await import("./permissions/PermissionsScreen.tsx")).PermissionsScreen,
    }),
    "administration-company": async () => ({ Screen: (await import("./company/CompanyScreen.tsx")).CompanyScreen }),
    "administration-activity": async () => ({ Screen: (await import("./activity/ActivityScreen.tsx")).ActivityScreen }),
    "administration-audit-log": async () => ({ Screen: (await import("./audit/AuditScreen.tsx")).AuditScreen }),
    "administration-backup": async () => ({ Screen: (await import("./backups/BackupsScreen.tsx")).BackupsScreen }),
  },
  start: (panel) => {
    const runs = [administrationReload, activityReload].map((reload) => reloadOn(panel, reload));
    return () => {
      for (const { stop } of runs) stop();
    };
  },
};
