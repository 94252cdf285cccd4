/** An owner's greetings and recorded name (rules VMP-60 to VMP-62); the PIN is in pin.model.ts. Pure. */
import type { GreetingKind, VoicemailBox } from "@callpanel/phone-port";
import { words } from "../ivr/words.ts";
import { atMenu, askPin, goodbye, greetingMenu, mainMenu, optionsMenu } from "./owner.places.ts";
import { beginRecording, stepRecording, type OwnRecordingFacts, type OwnRecordingStep } from "./own-recording.model.ts";
import { ask, go, say, stay, type At, type Greeting, type OwnerEvent, type OwnerStep } from "./owner.state.ts";

const GREETINGS: ReadonlyMap<string, GreetingKind> = new Map([
  ["1", "unavail"],
  ["2", "busy"],
  ["3", "greet"],
  ["4", "temp"],
]);
const LONGEST_MS = 120_000;
const LONGEST_NAME_MS = 10_000;

export function stepOptions(state: At<"options">, event: OwnerEvent): OwnerStep {
  const { box } = state;
  if (event.kind === "digit") return chooseOption(box, event.digit);
  return atMenu(state, event, {
    times: state.times,
    again: () => go({ ...state, times: state.times + 1 }, say(...words("options-menu"))),
    over: () => goodbye(),
  });
}

function chooseOption(box: VoicemailBox, digit: string): OwnerStep {
  const which = GREETINGS.get(digit);
  if (which !== undefined) return greetingMenu({ box, which });
  if (digit === "5") return askPin(box, 0);
  return digit === "*" ? mainMenu(box) : optionsMenu(box, "try-again");
}

export function stepGreeting(state: At<"greeting">, event: OwnerEvent): OwnerStep {
  const { greeting } = state;
  switch (greeting.kind) {
    case "menu":
      return stepGreetingMenu(state, greeting, event);
    case "asking":
      if (event.kind !== "told") return stay(state);
      if (event.told.kind !== "greeting") return greetingMenu(state, ...words("greeting-removed"));
      return event.told.path === undefined
        ? greetingMenu(state, ...words("no-greeting"))
        : greetingMenu(state, { kind: "file", path: event.told.path });
    case "recording":
      return after(state, stepRecording(factsOf(state), greeting.recording, event));
  }
}

function stepGreetingMenu(
  state: At<"greeting">,
  menu: Extract<Greeting, { kind: "menu" }>,
  event: OwnerEvent,
): OwnerStep {
  if (event.kind === "digit") return choose(state, event.digit);
  return atMenu(state, event, {
    times: menu.times,
    again: () => go({ ...state, greeting: { ...menu, times: menu.times + 1 } }, say(...words("greeting-menu"))),
    over: () => goodbye(),
  });
}

function choose(state: At<"greeting">, digit: string): OwnerStep {
  const { box, which } = state;
  const boxId = box.id;
  switch (digit) {
    case "1":
      return after(state, beginRecording(factsOf(state), { kind: "hush" }));
    case "2":
      return asking(state, { kind: "greeting", boxId, greeting: which });
    case "3":
      return asking(state, { kind: "removeGreeting", boxId, greeting: which });
    case "*":
      return optionsMenu(box);
    default:
      return greetingMenu(state, ...words("try-again"));
  }
}

function asking(state: At<"greeting">, wanted: Parameters<typeof ask>[0]): OwnerStep {
  return go({ ...state, greeting: { kind: "asking" } }, { kind: "hush" }, ask(wanted));
}

function factsOf({ box, which }: At<"greeting">): OwnRecordingFacts {
  return {
    boxId: box.id,
    purpose: { kind: "greeting", greeting: which },
    instruction: "record-greeting",
    longestMs: which === "greet" ? LONGEST_NAME_MS : LONGEST_MS,
  };
}

function after(state: At<"greeting">, step: OwnRecordingStep): OwnerStep {
  switch (step.kind) {
    case "going":
      return go({ ...state, greeting: { kind: "recording", recording: step.recording } }, ...step.effects);
    case "kept":
      return greetingMenu(state, ...words("greeting-saved"));
    case "none": {
      const again = greetingMenu(state, ...words(...step.why));
      return go(again.state, ...step.effects, ...again.effects);
    }
  }
}
