import type { PhoneSystem } from "@callpanel/phone-port";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import type { PinTryStore } from "../../kernel/guard/pin-tries.port.ts";
import type { JobStore } from "../../kernel/jobs/job-store.port.ts";
import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { AuditStore } from "../audit/index.ts";
import type { AnnouncementStore } from "../announcements/index.ts";
import type { UserStore } from "../users/index.ts";
import { createPictureService, type DrawLogo, type EncodePicture, type PictureStore } from "../pictures/index.ts";
import type { SipCredentials } from "../sip-credentials/index.ts";
import type { Toggles } from "../toggles/index.ts";
import { companyChanged as companyHasChanged } from "../realtime/index.ts";
import type { ServerSettingStore } from "./backups/backup-schedule.ts";
import type { CompanyStore } from "./company.store.ts";
import type { CallStories } from "../call-stories/index.ts";
import { createStoryRoutes } from "./activity/stories.routes.ts";
import { createActivityRoutes } from "./activity/activity.routes.ts";
import type { ActivityDeps } from "./activity/activity.service.ts";
import type { ActivityStore } from "./activity/activity.store.ts";
import { createApplicationRoutes } from "./applications/applications.routes.ts";
import { createBackupRoutes } from "./backups/backups.routes.ts";
import { createBackupsService, type BackupsDeps } from "./backups/backups.service.ts";
import { createCompanyFileRoutes } from "./company-page/company-file.service.ts";
import { createCompanyRoutes } from "./company-page/company-page.ts";
import { createForgotten } from "./invitation/forgotten.ts";
import { createForgottenPage } from "./invitation/forgotten.page.ts";
import { createInvitationPage } from "./invitation/invitation.page.ts";
import { createInvitations, type InvitationDeps } from "./invitation/invitations.ts";
import type { InvitationStore } from "./invitation/invitation.store.ts";
import { createAccessRoutes } from "./people/access.routes.ts";
import { createAccessService } from "./people/access.service.ts";
import { createPeopleFileRoutes } from "./people-file/people-file.routes.ts";
import { createPeopleRoutes } from "./people/people.routes.ts";
import { createProfileRoutes, type ProfileDeps } from "./people/profile.routes.ts";
import { createPeopleService } from "./people/people.service.ts";
import type { CompanyPeopleStore } from "./people/people.store.ts";
import { createPermissionRoutes } from "./permissions/permissions.routes.ts";
import { createServiceRoutes } from "./services/services.routes.ts";
import { testHere } from "./things/line-test.ts";
import { createLineAnswers } from "./things/line-tests.ts";
import { createThingRoutes } from "./things/things.routes.ts";

type Needs = Pick<
  KernelServices,
  "endpointServer" | "origins" | "ownEvents" | "shortLived" | "servers" | "jobs" | "clock" | "random" | "log"
> & {
  readonly stores: {
    readonly company: CompanyStore;
    readonly audit: Pick<AuditStore, "lines">;
    readonly companyPeople: CompanyPeopleStore;
    readonly invitations: InvitationStore;
    readonly pinTries: PinTryStore;
    readonly users: UserStore;
    readonly announcements: AnnouncementStore;
    readonly activity: ActivityStore;
    readonly jobs: JobStore;
    readonly instances: BackupsDeps["instances"];
    readonly pictures: PictureStore;
    readonly realmSettings: ProfileDeps["realmSettings"];
    readonly serverSettings: ServerSettingStore;
  };
  readonly credentials: SipCredentials;
  readonly sipPath: string;
  readonly companyChanged: () => void;
  readonly bus: Pick<Bus, "subscribe">;
  /** Of the phone system. */
  readonly realm: string;
  readonly phone: Pick<PhoneSystem, "snapshot" | "soundOf" | "testLine">;
  readonly toggles: Pick<Toggles, "activeOf">;
  readonly encoders: { readonly logo: DrawLogo; readonly profile: EncodePicture };
  readonly handlings: ProfileDeps["handlings"];
  readonly userAgent: string;
  readonly guard: Guard;
  readonly stories: CallStories;
} & Pick<InvitationDeps, "mailer" | "mail" | "platformName"> &
  Pick<
    BackupsDeps,
    "backups" | "backupPlaces" | "backupSchedules" | "backupRuns" | "restart" | "auth" | "secondFactor"
  > &
  Pick<ActivityDeps, "machine" | "sampleNow">;

/** The pages of administration. */
export const administrationModule: ServerModule<Needs> = {
  routes: ({ stores, ...needs }) => {
    const { company, companyPeople, invitations, pinTries, users, announcements } = stores;
    const { pictures, realmSettings, serverSettings, activity, jobs, audit } = stores;
    const backups = createBackupsService({ ...needs, ...stores, company, log: needs.log("back-up") });
    return [
      createPeopleRoutes({ ...needs, people: createPeopleService({ ...needs, company, people: companyPeople }) }),
      createPeopleFileRoutes({ ...needs, company, people: companyPeople }),
      createAccessRoutes({
        ...needs,
        access: createAccessService({ ...needs, company, pinTries, invitations: createInvitations(needs) }),
      }),
      createProfileRoutes({
        ...needs,
        company,
        realmSettings,
        pictures: createPictureService({ ...needs, store: pictures, encode: needs.encoders.profile }),
      }),
      createServiceRoutes({ ...needs, company }),
      createPermissionRoutes({ ...needs, company, companyPeople, users, announcements }),
      createThingRoutes({ ...needs, company, serverSettings }),
      createApplicationRoutes({ ...needs, company, audit }),
      createCompanyFileRoutes({ ...needs, company }),
      createCompanyRoutes({ ...needs, company, drawLogo: needs.encoders.logo }),
      createBackupRoutes({ ...needs, company, service: backups }),
      createStoryRoutes({ ...needs, company }),
      createActivityRoutes({
        ...needs,
        company,
        pinTries,
        samples: activity,
        jobRows: jobs,
        backupFacts: backups.facts,
      }),
      createInvitationPage({ ...needs, invitations }),
      createForgottenPage({ ...needs, forgotten: createForgotten({ ...needs, invitations }) }),
    ];
  },
  jobs: ({ stores: { invitations, serverSettings }, bus, ...needs }) => {
    createForgotten({ ...needs, invitations }).work();
    const answerTests = createLineAnswers({
      serverSettings,
      servers: needs.servers,
      test: (asked) => testHere(needs, asked),
      log: needs.log("lines"),
    });
    bus.subscribe(companyHasChanged, answerTests);
  },
  retention: ({ stores }) => [{ name: "figures of activity", days: 1, removeBefore: stores.activity.removeBefore }],
};
