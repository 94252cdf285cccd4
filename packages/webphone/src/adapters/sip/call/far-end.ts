/** Reads P-Asserted-Identity (RFC 3325) and X-Far-End (the phone system's own) of a message. */
import { CAME_HOWS, FAR_DOINGS, FAR_KINDS, SILENCES } from "@callpanel/contract";
import type { FarEnd } from "../../../model/far-end.ts";
import { NAME_CHARS, NUMBER_CHARS, parseNameAddr, plainText, type Headers } from "./caller.ts";

/** Undefined where the message says nothing of it. Another phone system says who it is and no more. */
export function farEndOf(message: Headers): FarEnd | undefined {
  const asserted = parseNameAddr(message.getHeader("P-Asserted-Identity") ?? "");
  const header = message.getHeader("X-Far-End");
  if (asserted === undefined && header === undefined) return undefined;
  const [word = "", ...parts] = (header ?? "").split(";").map((part) => part.trim());
  const params = new Map(parts.map(readParam));
  const kind = FAR_KINDS.find((one) => one === word) ?? "person";
  const name = params.get("name") ?? asserted?.name ?? "";
  const doing = FAR_DOINGS.find((one) => one === params.get("doing"));
  const silence = SILENCES.find((one) => one === params.get("silence"));
  const how = CAME_HOWS.find((one) => one === params.get("came"));
  const by = {
    kind: FAR_KINDS.find((one) => one === params.get("by-kind")) ?? "person",
    number: plainText(params.get("by") ?? "", NUMBER_CHARS),
    name: plainText(params.get("by-name") ?? "", NAME_CHARS),
  } as const;
  return {
    kind,
    number: asserted?.number ?? "",
    name: plainText(name, NAME_CHARS),
    ...(doing && { doing }),
    ...(silence && { silence }),
    ...(how && { came: { how, ...by } }),
  };
}

function readParam(part: string): readonly [string, string] {
  const at = part.indexOf("=");
  const value = part.slice(at + 1);
  try {
    return [part.slice(0, at), decodeURIComponent(value)];
  } catch {
    return [part.slice(0, at), value];
  }
}
