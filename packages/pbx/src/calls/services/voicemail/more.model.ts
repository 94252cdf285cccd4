/** More options of a message: call its sender, or hear when it arrived (rule VMP-58). Pure. */
import { ANONYMOUS_NUMBER } from "@callpanel/phone-port";
import { words } from "../ivr/words.ts";
import { received, sender } from "./messages.model.ts";
import { atMenu, leaveFolder, messageMenu, moreMenu } from "./owner.places.ts";
import { ask, go, say, type At, type OwnerEvent, type OwnerStep } from "./owner.state.ts";

export function stepMore(state: At<"more">, event: OwnerEvent): OwnerStep {
  if (event.kind === "digit") return choose(state, event.digit);
  if (event.kind === "told" && event.told.kind === "now") {
    const { message } = state.visit;
    return moreMenu(state, ...received(state.box, message, event.told.now), ...sender(message));
  }
  return atMenu(state, event, {
    times: state.times,
    again: () => go({ ...state, times: state.times + 1 }, say(...words("more-menu"))),
    over: () => leaveFolder(state, { kind: "goodbye" }),
  });
}

function choose(state: At<"more">, digit: string): OwnerStep {
  const { message } = state.visit;
  switch (digit) {
    case "1": {
      const { number } = message.from;
      if (number === "" || number === ANONYMOUS_NUMBER) return moreMenu(state, "cannot-call-back");
      return leaveFolder(state, { kind: "call", number });
    }
    case "2":
      return go(state, { kind: "hush" }, ask({ kind: "now" }));
    case "*":
      return messageMenu(state, undefined);
    default:
      return moreMenu(state, "try-again");
  }
}
