import { canWrite, holdsRule } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";

const MODULE = "announcements";

/** ANN-1: each rule applies to all announcements, or to those it names. */
export const mayList = (caller: Caller, id: number): boolean =>
  holdsRule(caller.rights, MODULE, "list_for", String(id)) || mayHear(caller, id);

export const mayHear = ({ rights }: Caller, id: number): boolean =>
  ["read", "read_for", "write_for"].some((rule) => holdsRule(rights, MODULE, rule, String(id)));

export const mayChange = ({ rights }: Caller, id: number): boolean => canWrite(rights, MODULE, String(id));

/** Ids of the announcements that the caller may list; undefined: all of them. */
export function listedIds({ rights }: Caller): readonly number[] | undefined {
  const ids: number[] = [];
  for (const rule of ["read", "read_for", "list_for", "write_for"]) {
    const granted = rights.granted.get(`${MODULE}:${rule}`);
    if (granted === "all") return undefined;
    for (const id of granted ?? []) if (/^\d{1,15}$/.test(id)) ids.push(Number(id));
  }
  return [...new Set(ids)];
}
