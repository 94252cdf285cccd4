import { canWrite, type FeatureCode } from "@callpanel/contract";
import type { Publication, PublishOutcome } from "@callpanel/phone-port";
import type { CallHandling, CallHandlings } from "../../call-handling/index.ts";
import type { Subscriber } from "../../directory/index.ts";
import { readPresenceDocument } from "../../presence/index.ts";
import { readDialogLight, type DialogLight } from "./dialog-light.ts";

export interface PublishedSettingsDeps {
  readonly handlings: Pick<CallHandlings, "change">;
  readonly featureCodes: () => readonly FeatureCode[];
  readonly subscriber: (userId: number) => Subscriber | undefined;
}

type Light = Exclude<DialogLight, { readonly kind: "foreign" }>;

/**
 * Stores settings that telephones publish for their people; resolves when stored. A phone may change only what its person may
 * change. A phone that only states a setting, as the panel does, changes nothing (PUBLISH-6).
 */
export function createPublishedSettings(
  deps: PublishedSettingsDeps,
): (publication: Publication) => Promise<PublishOutcome> {
  const { handlings, featureCodes, subscriber } = deps;
  return async (publication) => {
    const { userId } = publication;
    const person = subscriber(userId);
    const light = person && lightOf(publication, person, featureCodes());
    if (person === undefined || light === undefined) return "taken";
    if (light.kind === "foreign") return "foreign";
    if (light.kind === "statement") return "known";
    if (canWrite(person.rights, MODULE_OF[light.feature], String(userId)))
      await handlings.change(userId, (before) => withLight(before, light));
    return "taken";
  };
}

const MODULE_OF = { dnd: "do_not_disturb", forward: "forward", followme: "follow_me" } as const;

/** RT-33, RT-35: the setting in a telephone's document; undefined: none. Withdrawn and expired documents change nothing. */
function lightOf(
  { eventPackage, body, expiresSeconds }: Publication,
  { username, extension }: Subscriber,
  codes: readonly FeatureCode[],
): DialogLight | undefined {
  if (expiresSeconds === 0) return undefined;
  if (eventPackage !== "presence") return readDialogLight(body, extension, codes);
  const presence = readPresenceDocument(body);
  if (presence === undefined) return undefined;
  const { basic, of, isStatement } = presence;
  if (of !== undefined && of !== username && of !== extension) return { kind: "foreign" };
  return { kind: isStatement ? "statement" : "light", feature: "dnd", on: basic === "closed" };
}

/** A light has no number: the forward keeps its last one. */
function withLight(before: CallHandling, { feature, on }: Light): CallHandling {
  switch (feature) {
    case "dnd":
      return { ...before, doNotDisturb: on };
    case "forward":
      return { ...before, forward: { ...before.forward, enabled: on } };
    case "followme":
      return { ...before, followMe: { ...before.followMe, enabled: on } };
  }
}
