import type { FeatureCode } from "@callpanel/contract";
import type { PhoneEvent, PhoneSystem } from "@callpanel/pbx";
import type { PersonalChange, PersonalState, PersonalStates } from "../../modules/personal-states/index.ts";
import { readPresenceDocument, type Office } from "../../modules/realtime/index.ts";
import { readDialogLight } from "./dialog-light.ts";

export interface PersonalFeedDeps {
  readonly phone: Pick<PhoneSystem, "subscribe">;
  readonly personal: PersonalStates;
  readonly office: Office;
  readonly featureCodes: readonly FeatureCode[];
  /** Undefined for somebody who is no longer there. */
  readonly personOf: (userId: number) => { readonly realm: string; readonly exten: string } | undefined;
}

/** What people publish of themselves is kept, and what is kept is shown in the office; the answer stops it. */
export function feedPersonalStates(deps: PersonalFeedDeps): () => void {
  const { phone, personal, office } = deps;
  const show = (userId: number, features: PersonalState): void => {
    const person = deps.personOf(userId);
    if (person !== undefined) office.apply({ kind: "switched", userId, features, ...person });
  };
  for (const [userId, features] of personal.all()) show(userId, features);
  const stops = [
    personal.subscribe(show),
    phone.subscribe((event) => {
      const change = event.kind === "published" ? changeOf(event, deps) : undefined;
      if (event.kind === "published" && change !== undefined) personal.change(event.userId, change);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** RT-33, RT-35: what a telephone's word switches; undefined: nothing. Withdrawn and outdated words switch nothing. */
function changeOf(
  event: Extract<PhoneEvent, { kind: "published" }>,
  { featureCodes }: PersonalFeedDeps,
): PersonalChange | undefined {
  const { eventPackage, body, expiresSeconds } = event;
  if (expiresSeconds === 0) return undefined;
  if (eventPackage === "presence") {
    const basic = readPresenceDocument(body)?.basic;
    return basic === undefined ? undefined : { dnd: basic === "closed" };
  }
  const light = readDialogLight(body, featureCodes);
  if (light === undefined) return undefined;
  const { feature, on } = light;
  // A light tells no number.
  return feature === "forward" ? { forward: { enabled: on, number: "" } } : { [feature]: on };
}
