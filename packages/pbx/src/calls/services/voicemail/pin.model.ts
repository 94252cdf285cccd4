/** An owner changes the PIN: entered twice, checked by the policy of the boxes (rule VMP-64). Pure. */
import { sayNumber } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { VoicemailBox } from "@callpanel/phone-port";
import { stepKeying } from "../ivr/keying.ts";
import { words } from "../ivr/words.ts";
import { askPin, optionsMenu } from "./owner.places.ts";
import { ask, go, say, stay, type At, type OwnerEvent, type OwnerStep, type PinChange } from "./owner.state.ts";

type Keyed = Extract<PinChange, { kind: "first" | "again" }>;

const TRIES = 3;

export function stepPin(state: At<"pin">, event: OwnerEvent): OwnerStep {
  const { box, change } = state;
  if (change.kind !== "changing") return stepNumber(state, change, event);
  if (event.kind !== "told" || event.told.kind !== "pinChange") return stay(state);
  switch (event.told.result) {
    case "changed":
      return optionsMenu(box, "pin-changed");
    case "tooSimple":
      return askAgain(box, change.tries, "pin-too-simple");
    case "badLength":
      return askAgain(box, change.tries, ...lengths(box));
  }
}

function stepNumber(state: At<"pin">, change: Keyed, event: OwnerEvent): OwnerStep {
  const { box } = state;
  const step = stepKeying(change.keyed, event);
  switch (step?.kind) {
    case "more":
      return go({ ...state, change: { ...change, keyed: step.keyed } }, ...step.effects);
    case "again":
      return askPin(box, change.tries);
    case "back":
      return optionsMenu(box);
    case "entered":
      return step.digits === "" ? optionsMenu(box) : entered(box, change, step.digits);
    default:
      return stay(state);
  }
}

function entered(box: VoicemailBox, change: Keyed, digits: string): OwnerStep {
  const { tries } = change;
  if (change.kind === "first")
    return go(
      { at: "pin", box, change: { kind: "again", pin: digits, keyed: "", tries } },
      say(...words("new-pin-again")),
    );
  if (change.pin !== digits) return askAgain(box, tries, "pins-differ");
  return go(
    { at: "pin", box, change: { kind: "changing", tries } },
    { kind: "hush" },
    ask({ kind: "changePin", boxId: box.id, pin: digits }),
  );
}

function askAgain(box: VoicemailBox, tries: number, ...why: readonly SpokenKey[]): OwnerStep {
  return tries + 1 >= TRIES ? optionsMenu(box, ...why) : askPin(box, tries + 1, ...why);
}

function lengths({ pinDigits: { fewest, most } }: VoicemailBox): readonly SpokenKey[] {
  return ["pin-needs", ...sayNumber(fewest), ...(most > fewest ? (["to", ...sayNumber(most)] as const) : []), "digits"];
}
