import type { Messages } from "../../../shared/words/words.ts";
import { administration } from "./administration.ts";
import { administrationPeople } from "./administration-people.ts";
import { administrationPeopleFile } from "./administration-people-file.ts";
import { administrationPermissions } from "./administration-permissions.ts";
import { administrationServices } from "./administration-services.ts";
import { administrationThings } from "./administration-things.ts";
import { administrationOverview } from "./administration-overview.ts";
import { administrationCompany } from "./administration-company.ts";
import { administrationActivity } from "./administration-activity.ts";
import { administrationAudit } from "./administration-audit.ts";
import { administrationAccess } from "./administration-access.ts";

/** Loaded with the pages of administration. */
export const texts: Messages = {
  ...administration,
  ...administrationPeople,
  ...administrationPeopleFile,
  ...administrationPermissions,
  ...administrationServices,
  ...administrationThings,
  ...administrationOverview,
  ...administrationCompany,
  ...administrationActivity,
  ...administrationAudit,
  ...administrationAccess,
};
