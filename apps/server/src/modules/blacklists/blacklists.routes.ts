import {
  AppError,
  BLACKLIST_MAX,
  blacklistFault,
  endpoints,
  stripNumber,
  type BlacklistEntry,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { foldText, searchWords } from "../../kernel/text/search-text.ts";
import type { BlockedNumber, CallHandlings } from "../call-handling/index.ts";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { changeableUser, mayReadOf, type UserStore } from "../users/index.ts";
import { saveEntries, type EntryDraft } from "./blacklists.model.ts";

export interface BlacklistsDeps {
  readonly endpointServer: EndpointServer;
  readonly handlings: Pick<CallHandlings, "of" | "change">;
  readonly users: Pick<UserStore, "byId">;
}

/** There is no separate module for blocked numbers: users need no right for their own. */
const MODULE = "user_preferences";

/** The numbers whose calls do not reach a person. */
export function createBlacklistsRoutes(deps: BlacklistsDeps): Routes {
  const { endpointServer, handlings, users } = deps;

  /** BLACKLIST-2, BLACKLIST-3 */
  const drafted = (
    entries: ReadonlyArray<{ readonly id?: number | undefined; readonly name: string; readonly number: string }>,
  ): readonly EntryDraft[] =>
    entries.map((entry) => {
      const fault = blacklistFault(entry);
      if (fault !== undefined) throw new AppError(fault.code, fault.details);
      const number = entry.number.trim();
      return { id: entry.id, name: entry.name.trim() || number, number, match: matchOf(number) };
    });
  const save = async (userId: number, entries: readonly EntryDraft[], doubles: "refuse" | "rename") => {
    const { blacklist } = await handlings.change(userId, (one) => {
      const saved = saveEntries(one.blacklist, entries, doubles);
      if (saved.length > BLACKLIST_MAX) throw new AppError("settings.blacklist.tooMany", { limit: BLACKLIST_MAX });
      return { ...one, blacklist: saved };
    });
    return blacklist;
  };

  /** BLACKLIST-6: the user, or a person whose preferences the user may change. */
  const changed = async (caller: Caller, whose: number = caller.userId): Promise<number> =>
    whose === caller.userId ? whose : (await changeableUser(users, { caller, module: MODULE, whose })).id;

  return (app) => {
    endpointServer.serve(app, endpoints.listBlacklist, async ({ query, caller }) => {
      const { user_id: whose = caller.userId } = query;
      if (whose !== caller.userId) {
        const other = mayReadOf(caller, MODULE, whose) ? await users.byId(whose) : undefined;
        if (other?.realm.id !== caller.realm.id) throw new AppError("request.forbidden");
      }
      const words = searchWords(query.search);
      const found = handlings.of(whose).blacklist.filter(({ name, number }) => {
        const text = foldText(`${name} ${number}`);
        return words.every((word) => text.includes(word));
      });
      const { start, limit = BLACKLIST_MAX } = query;
      return {
        total: found.length,
        data: byName(found)
          .slice(start, start + limit)
          .map(present),
      };
    });

    endpointServer.serve(app, endpoints.addToBlacklist, async ({ body, caller, query }) => {
      const whose = await changed(caller, query.user_id);
      const [entry] = drafted([body]);
      const blacklist = entry === undefined ? [] : await save(whose, [entry], "refuse");
      const added = blacklist.find(({ match }) => match === entry?.match);
      if (added === undefined) throw new AppError("settings.blacklist.notFound");
      return present(added);
    });

    endpointServer.serve(app, endpoints.removeFromBlacklist, async ({ params, caller, query }) => {
      await handlings.change(await changed(caller, query.user_id), (one) => {
        const blacklist = one.blacklist.filter(({ id }) => id !== params.id);
        if (blacklist.length === one.blacklist.length) throw new AppError("settings.blacklist.notFound");
        return { ...one, blacklist };
      });
      return { success: true } as const;
    });

    endpointServer.serve(app, endpoints.saveBlacklist, async ({ body, caller, query }) => {
      const whose = await changed(caller, query.user_id);
      const whole = body.blacklist_numbers.flatMap(({ id, name, number }) => {
        // BLACKLIST-4: entries without name or number are dropped.
        if ((name ?? "").trim() === "" || (number ?? "").trim() === "") return [];
        return [{ id: id ?? undefined, name: name ?? "", number: number ?? "" }];
      });
      const blacklist = await save(whose, drafted(whole), "rename");
      return { total: blacklist.length, data: byName(blacklist).map(present) };
    });
  };
}

/** BLACKLIST-3: numbers are equal if their E.164 forms are equal, or else their digits. */
const matchOf = (number: string): string => toE164(number) ?? stripNumber(number);

const present = ({ id, name, number }: BlockedNumber): BlacklistEntry => ({ id, name, number });

const byName = (entries: readonly BlockedNumber[]): BlockedNumber[] =>
  entries.toSorted((one, other) => foldText(one.name).localeCompare(foldText(other.name)) || one.id - other.id);
