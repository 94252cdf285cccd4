import { AppError, endpoints, PICTURE_MAX_BYTES, type EmergencyChoice } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { readUpload, takeUploads } from "../../../kernel/http/upload.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { CallHandlings } from "../../call-handling/index.ts";
import { checkEmergencyChoice } from "../../emergency/index.ts";
import type { PictureService } from "../../pictures/index.ts";
import type { RealmSettingsReader } from "../../realm-settings/index.ts";
import type { OwnEvents } from "../../realtime/index.ts";
import type { StoredUser } from "../company.model.ts";
import { carryOut, peopleOf, type Order } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf, notifyProfile } from "./people.service.ts";

export interface ProfileDeps {
  readonly endpointServer: EndpointServer;
  readonly company: CompanyStore;
  readonly pictures: Pick<PictureService, "upload">;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly realmSettings: RealmSettingsReader;
  readonly clock: Pick<Clock, "now">;
  readonly ownEvents: Pick<OwnEvents, "tell">;
  readonly companyChanged: () => void;
}

const DONE = { success: true } as const;

/** PEOPLE-8, PEOPLE-9: a person's picture and emergency location. */
export function createProfileRoutes({ endpointServer, ...deps }: ProfileDeps): Routes {
  const { company, pictures, handlings, realmSettings, clock, ownEvents, companyChanged } = deps;

  /** With the check that the caller may change the person. */
  const onPerson = <T>(
    caller: Caller,
    userId: number,
    work: (order: Order, user: StoredUser) => Promise<T>,
  ): Promise<T> =>
    carryOut(company, { realm: caller.realm.name, author: authorOf(caller), at: clock.now() }, async (order) => {
      const [user] = await peopleOf(order, { ids: [userId] });
      if (user === undefined) throw new AppError("request.notFound");
      return work(order, user);
    });
  const tell = ({ realm }: Caller, { id, extension }: Pick<StoredUser, "id" | "extension">): void => {
    companyChanged();
    notifyProfile(ownEvents, { id, extension, realm: realm.name });
  };

  const emergencyOf = async ({ realm }: Caller, userId: number) => {
    const [user] = await company.read((reader) => reader.users(realm.id, { ids: [userId] }));
    if (user === undefined) throw new AppError("request.notFound");
    const { profiles, locations, disabledGlobally } = (await realmSettings.of(realm.id)).emergency;
    return {
      ...handlings.of(userId).emergency,
      profiles: [...profiles],
      locations: [...locations],
      disabledGlobally,
    };
  };
  const choose = async (caller: Caller, userId: number, choice: EmergencyChoice): Promise<void> => {
    const settings = await realmSettings.of(caller.realm.id);
    checkEmergencyChoice(settings, choice);
    const nameOf = (list: ReadonlyArray<{ readonly id: number; readonly name: string }>, id: number | null) =>
      list.find((one) => one.id === id)?.name ?? null;
    const user = await onPerson(caller, userId, async ({ note }, found) => {
      await note("people.emergencyChosen", {
        person: userId,
        details: {
          location: nameOf(settings.emergency.locations, choice.emergency_callerid_dispatchable_location_id),
          callback: nameOf(settings.emergency.profiles, choice.emergency_callerid_callback_profile_id),
        },
      });
      return found;
    });
    await handlings.change(userId, (one) => ({ ...one, emergency: choice }));
    tell(caller, user);
  };

  return async (app) => {
    await takeUploads(app);
    endpointServer.serve(app, endpoints.uploadPersonPicture, async ({ caller, params, request }) => {
      const { upload } = endpoints.uploadPersonPicture;
      const tooLarge = new AppError("userPictureProfiles.errors.tooLarge", {
        megabytes: PICTURE_MAX_BYTES / 1024 ** 2,
      });
      // Before the file is read; and again with the change.
      const user = await onPerson(caller, params.id, async (_, found) => found);
      await pictures.upload(
        params.id,
        () => readUpload({ request, upload, tooLarge }),
        (picture) =>
          onPerson(caller, params.id, async ({ company: writer, note }) => {
            const added = await writer.addPicture(picture);
            if (added) await note("people.pictureAdded", { person: params.id });
            return added;
          }),
      );
      tell(caller, user);
      return DONE;
    });
    endpointServer.serve(app, endpoints.removePersonPicture, async ({ caller, params }) => {
      const user = await onPerson(caller, params.id, async ({ company: writer, note }, found) => {
        if (!(await writer.removeShownPicture(params.id))) throw new AppError("request.notFound");
        await note("people.pictureRemoved", { person: params.id });
        return found;
      });
      tell(caller, user);
      return DONE;
    });
    endpointServer.serve(app, endpoints.getPersonEmergency, ({ caller, params }) => emergencyOf(caller, params.id));
    endpointServer.serve(app, endpoints.setPersonEmergency, async ({ caller, params, body }) => {
      await choose(caller, params.id, body);
      return DONE;
    });
  };
}
