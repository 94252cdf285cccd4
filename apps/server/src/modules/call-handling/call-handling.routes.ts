import {
  AppError,
  endpoints,
  followMeFault,
  forwardFault,
  RING_STRATEGIES,
  type FollowMe,
  type Forward,
  type PermissionModule,
  type SettingFault,
  type WatchedUser,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { RealmSettingsReader } from "../realm-settings/index.ts";
import { changeableUser, displayName, presentWatched, watchedUsers, type UserStore } from "../users/index.ts";
import type { CallHandling } from "./call-handling.model.ts";
import type { CallHandlings } from "./call-handling.service.ts";

export interface CallHandlingRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly users: UserStore;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly realmSettings: RealmSettingsReader;
  /** TOLL-11: whether a number may be the person's caller id. */
  readonly isOwnNumber: (userId: number, number: string) => boolean;
  /** HANDLE-5: throws the error code when a person's calls cannot be sent to a number. */
  readonly checkDestination: (to: { readonly userId: number; readonly realm: string; readonly number: string }) => void;
}

/** Do not disturb, call waiting, intercom, forward and follow-me, of the user and of sub-accounts. */
export function createCallHandlingRoutes(deps: CallHandlingRoutesDeps): Routes {
  const { endpointServer, users, handlings } = deps;

  /** HANDLE-1 */
  const list = async <Fields extends object>(
    asked: { readonly caller: Caller; readonly module: PermissionModule; readonly asked: number },
    fieldsOf: (handling: CallHandling, userId: number) => Fields,
  ): Promise<{ total: number; data: Array<WatchedUser & Fields> }> => {
    const watched = await watchedUsers(users, asked);
    const data = watched.map((user) => ({
      ...presentWatched(user, asked.caller, asked.module),
      ...fieldsOf(handlings.of(user.id), user.id),
    }));
    return { total: data.length, data };
  };
  /** HANDLE-2 */
  const change = async (
    asked: { readonly caller: Caller; readonly module: PermissionModule; readonly whose: number },
    step: (before: CallHandling) => CallHandling,
  ): Promise<CallHandling> => {
    const { id } = await changeableUser(users, asked);
    return handlings.change(id, step);
  };

  return (app) => {
    endpointServer.serve(app, endpoints.watchDoNotDisturb, ({ caller, params }) =>
      list({ caller, module: "do_not_disturb", asked: params.id }, ({ doNotDisturb }) => ({ enabled: doNotDisturb })),
    );
    endpointServer.serve(app, endpoints.setDoNotDisturb, async ({ caller, params, body }) => {
      const doNotDisturb = body.enabled === 1;
      await change({ caller, module: "do_not_disturb", whose: params.id }, (one) => ({ ...one, doNotDisturb }));
      return { enabled: doNotDisturb };
    });

    endpointServer.serve(app, endpoints.watchCallWaiting, ({ caller, params }) =>
      list({ caller, module: "call_waiting", asked: params.id }, ({ callWaiting }) => ({ enabled: callWaiting })),
    );
    endpointServer.serve(app, endpoints.setCallWaiting, async ({ caller, params, body }) => {
      const callWaiting = body.enabled === 1;
      await change({ caller, module: "call_waiting", whose: params.id }, (one) => ({ ...one, callWaiting }));
      return { enabled: callWaiting };
    });

    endpointServer.serve(app, endpoints.watchIntercom, ({ caller, params }) =>
      list({ caller, module: "intercom", asked: params.id }, ({ intercom }) => intercom),
    );
    endpointServer.serve(app, endpoints.setIntercom, async ({ caller, params, body }) => {
      await change({ caller, module: "intercom", whose: params.id }, (one) => ({ ...one, intercom: body }));
      return body;
    });

    endpointServer.serve(app, endpoints.watchForward, ({ caller, params }) =>
      list({ caller, module: "forward", asked: params.id }, ({ forward }) => forward),
    );
    endpointServer.serve(app, endpoints.setForward, async ({ caller, params, body }) => {
      refuse(forwardFault(body.to));
      const forward: Forward = { enabled: true, number: body.to };
      await change({ caller, module: "forward", whose: params.id }, (one) => {
        deps.checkDestination({ userId: params.id, realm: caller.realm.name, number: body.to });
        return { ...one, forward };
      });
      return forward;
    });
    endpointServer.serve(app, endpoints.removeForward, async ({ caller, params }) => {
      const { forward } = await change({ caller, module: "forward", whose: params.id }, (one) => ({
        ...one,
        forward: { ...one.forward, enabled: false },
      }));
      return forward;
    });

    endpointServer.serve(app, endpoints.watchFollowMe, ({ caller, params }) =>
      list({ caller, module: "follow_me", asked: params.id }, ({ followMe }) => ownCopy(followMe)),
    );
    endpointServer.serve(app, endpoints.setFollowMe, async ({ caller, params, body }) => {
      refuse(followMeFault(body));
      const { timeConditions } = await deps.realmSettings.of(caller.realm.id);
      const { timeConditionID = null, numbers = [], externCIDNum = "" } = body;
      if (timeConditionID !== null && !timeConditions.some(({ id }) => id === timeConditionID))
        throw new AppError("settings.followMe.timeCondition");
      if (externCIDNum !== "" && !deps.isOwnNumber(params.id, externCIDNum))
        throw new AppError("settings.followMe.notOwnNumber", { number: externCIDNum });
      refuseDoubles(numbers.map(({ number }) => number));
      const { followMe } = await change({ caller, module: "follow_me", whose: params.id }, (one) => {
        for (const { number } of numbers)
          deps.checkDestination({ userId: params.id, realm: caller.realm.name, number });
        return { ...one, followMe: { ...one.followMe, ...body } };
      });
      return ownCopy(followMe);
    });

    endpointServer.serve(app, endpoints.listRingStrategies, async () => {
      const data = RING_STRATEGIES.map((strategy, index) => ({ id: index + 1, name: NAMES[strategy], strategy }));
      return { total: data.length, data };
    });
    endpointServer.serve(app, endpoints.listTimeConditions, async ({ caller }) => {
      const { timeConditions } = await deps.realmSettings.of(caller.realm.id);
      return { total: timeConditions.length, data: [...timeConditions] };
    });
    endpointServer.serve(app, endpoints.listAvailableExtensions, async ({ caller }) => {
      const { users: people } = await users.search({ realmId: caller.realm.id, words: [], start: 0, limit: EVERYBODY });
      const data = people.map((user) => ({
        exten: user.extension,
        name: displayName(user),
        username: user.username,
        user_id: user.id,
      }));
      return { total: data.length, data };
    });
  };
}

/** More people than a realm can have. */
const EVERYBODY = 100_000;

const NAMES = { ringall: "Ring all", hunt: "Hunt", memoryhunt: "Memory hunt" } as const;

const ownCopy = (followMe: FollowMe): FollowMe => ({ ...followMe, numbers: [...followMe.numbers] });

function refuse(fault: SettingFault | undefined): void {
  if (fault !== undefined) throw new AppError(fault.code, fault.details);
}

/** HANDLE-8: the same number in two notations is in the list twice. */
function refuseDoubles(numbers: readonly string[]): void {
  const seen = new Set<string>();
  for (const number of numbers) {
    const full = toE164(number);
    if (full === undefined) continue;
    if (seen.has(full)) throw new AppError("settings.followMe.duplicate", { number });
    seen.add(full);
  }
}
