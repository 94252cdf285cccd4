import { AppError, canWrite, endpoints, holdsRule, isWholeToggle, type ToggleDestination } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { Toggles } from "./toggles.service.ts";

export type Toggle = Extract<NumberEntry, { readonly kind: "toggle" }>;

export interface TogglesRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly toggles: Pick<Toggles, "activeOf" | "choose">;
  /** The numbers of a realm. */
  readonly numbersOf: (realmId: number) => Promise<readonly NumberEntry[]>;
}

const MODULE = "toggle_destinations";

/** Toggle destinations: both options, and which one is active. */
export function createTogglesRoutes({ endpointServer, toggles, numbersOf }: TogglesRoutesDeps): Routes {
  const present = (toggle: Toggle, numbers: readonly NumberEntry[], caller: Caller): ToggleDestination => ({
    id: Number(toggle.number),
    name: toggle.name,
    activeOpt: toggles.activeOf(caller.realm.name, toggle.number),
    optA: optionOf(toggle.optionA, numbers),
    optB: optionOf(toggle.optionB, numbers),
    may_write: canWrite(caller.rights, MODULE, toggle.number),
  });

  return (app) => {
    endpointServer.serve(app, endpoints.listToggleDestinations, async ({ query, caller }) => {
      const numbers = await numbersOf(caller.realm.id);
      const seen = numbers
        .filter((entry): entry is Toggle => entry.kind === "toggle" && maySee(caller, entry.number))
        .map((toggle) => present(toggle, numbers, caller))
        .filter(isWholeToggle)
        .toSorted((one, other) => one.id - other.id);
      const { start, limit = seen.length } = query;
      return { success: true as const, total: seen.length, toggle_dest: seen.slice(start, start + limit) };
    });

    endpointServer.serve(app, endpoints.setToggleDestination, async ({ params, body, caller }) => {
      const numbers = await numbersOf(caller.realm.id);
      const toggle = numbers.find(
        (entry): entry is Toggle => entry.kind === "toggle" && entry.number === String(params.id),
      );
      if (toggle === undefined || !isWholeToggle(present(toggle, numbers, caller)))
        throw new AppError("settings.toggle.notFound");
      await toggles.choose(caller.realm.name, toggle.number, body.active_opt);
      return present(toggle, numbers, caller);
    });
  };
}

/** TOGGLEOPT-4: each rule applies to all toggles, or to those it names. */
function maySee({ rights }: Caller, id: string): boolean {
  return ["read", "read_for", "list_for", "write_for"].some((rule) => holdsRule(rights, MODULE, rule, id));
}

/** An option with a removed number is empty, and its toggle is ignored. */
function optionOf(target: string, numbers: readonly NumberEntry[]): ToggleDestination["optA"] {
  const entry = numbers.find(({ number }) => number === target);
  if (entry === undefined) return { destType: "", target: "", name: "" };
  return { destType: entry.kind === "user" ? "extension" : entry.kind, target, name: entry.name };
}
