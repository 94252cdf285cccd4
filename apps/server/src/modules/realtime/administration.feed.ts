import { maySeeArea, ADMINISTRATION_AREAS, type AdministrationEvent } from "@callpanel/contract";
import * as z from "zod/mini";
import { topic } from "../../kernel/bus/topic.ts";
import type { Receiving } from "./receiving.ts";

/** The company was changed, by a page, the command line or another server; each server finds out by the revision. */
export const companyChanged = topic("company.changed", z.object({}));

export interface AdministrationSight {
  readonly key: string;
  readonly realm: string;
  readonly sees: boolean;
}

export function administrationSightOf(realm: string, { rights }: Receiving): AdministrationSight {
  const sees = ADMINISTRATION_AREAS.some((area) => maySeeArea(rights, area));
  return { key: sees ? "administration" : "", realm, sees };
}

/** PAGES-8 */
export const administrationEvents = (_: object, { realm, sees }: AdministrationSight): readonly AdministrationEvent[] =>
  sees ? [{ action: "ADMINISTRATION", realm }] : [];
