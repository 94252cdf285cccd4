import { canWrite, type FeatureCode } from "@callpanel/contract";
import type { Publication } from "@callpanel/pbx";
import type { CallHandling, CallHandlings } from "../../modules/call-handling/index.ts";
import type { Subscriber } from "../../modules/directory/index.ts";
import { readPresenceDocument } from "../../modules/realtime/index.ts";
import { readDialogLight, type DialogLight } from "./dialog-light.ts";

export interface PublishedSettingsDeps {
  readonly handlings: Pick<CallHandlings, "change">;
  readonly featureCodes: readonly FeatureCode[];
  readonly subscriber: (userId: number) => Subscriber | undefined;
}

/** Keeps what telephones publish of their people; done when it is durable. What one may not switch oneself, nor may one's phone. */
export function createPublishedSettings(deps: PublishedSettingsDeps): (publication: Publication) => Promise<void> {
  const { handlings, featureCodes, subscriber } = deps;
  return async (publication) => {
    const { userId } = publication;
    const light = lightOf(publication, featureCodes);
    const person = subscriber(userId);
    if (light === undefined || person === undefined) return;
    if (!canWrite(person.rights, MODULE_OF[light.feature], String(userId))) return;
    await handlings.change(userId, (before) => withLight(before, light));
  };
}

const MODULE_OF = { dnd: "do_not_disturb", forward: "forward", followme: "follow_me" } as const;

/** RT-33, RT-35: what a telephone's word switches; undefined: nothing. Withdrawn and outdated words switch nothing. */
function lightOf(
  { eventPackage, body, expiresSeconds }: Publication,
  codes: readonly FeatureCode[],
): DialogLight | undefined {
  if (expiresSeconds === 0) return undefined;
  if (eventPackage !== "presence") return readDialogLight(body, codes);
  const basic = readPresenceDocument(body)?.basic;
  return basic === undefined ? undefined : { feature: "dnd", on: basic === "closed" };
}

/** A light tells no number: the last one holds. */
function withLight(before: CallHandling, { feature, on }: DialogLight): CallHandling {
  switch (feature) {
    case "dnd":
      return { ...before, doNotDisturb: on };
    case "forward":
      return { ...before, forward: { ...before.forward, enabled: on } };
    case "followme":
      return { ...before, followMe: { ...before.followMe, enabled: on } };
  }
}
