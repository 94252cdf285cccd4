import { expect, it } from "vitest";
import { stepBridge } from "./bridge.model.ts";
import { UNFIT } from "./bridge-talking.ts";
import { bridgeFor, type BridgeEffect, type BridgeEvent, type BridgeState } from "./bridge.state.ts";

function after(from: BridgeState, ...events: readonly BridgeEvent[]) {
  let state = from;
  let effects: readonly BridgeEffect[] = [];
  for (const event of events) ({ state, effects } = stepBridge(state, event));
  return { state, effects };
}

const ONWARD = { kind: "secured" } as const;
const DIALLED = { kind: "dialled", candidates: ["desk", "mobile"] } as const;
const refused = (status: number) => ({ kind: "refused", reason: { status, text: "No" } }) as const;

it("VMP-20 a refused caller goes to the onward destination, and is refused if that fails too", () => {
  const first = after(bridgeFor("caller"), ONWARD, refused(486));
  expect(first.state).toEqual({ phase: "routing", caller: "caller", guest: false });
  expect(first.effects).toEqual([{ kind: "goOnward", reason: { status: 486, text: "No" } }]);
  const second = after(first.state, refused(480));
  expect(second.state).toMatchObject({ phase: "ended", end: { status: 480 } });
});

it("VMP-20 unanswered phones are cancelled and the caller stays", () => {
  const { state, effects } = after(bridgeFor("caller"), ONWARD, DIALLED, { kind: "noAnswer" });
  expect(state).toEqual({ phase: "routing", caller: "caller", guest: false });
  expect(effects.map((effect) => (effect.kind === "command" ? effect.leg : effect.kind))).toEqual([
    "stopNoAnswer",
    "desk",
    "mobile",
    "goOnward",
  ]);
});

it("VMP-20 a caller whom every phone refuses, and a caller who was moved there, go there too", () => {
  const gone = (leg: string) => ({ kind: "gone", leg, cause: { kind: "refused", status: 486 } }) as const;
  const { effects } = after(bridgeFor("caller", "moved"), ONWARD, DIALLED, gone("desk"), gone("mobile"));
  expect(effects.map(({ kind }) => kind)).toEqual(["stopNoAnswer", "goOnward"]);
});

it("VMP-20 not after hanging up, being sent elsewhere or being answered, and not at shutdown", () => {
  const kinds = (...events: readonly BridgeEvent[]) =>
    after(bridgeFor("caller"), ONWARD, DIALLED, ...events).effects.map(({ kind }) => kind);
  expect(kinds({ kind: "gone", leg: "caller", cause: { kind: "hungUp" } })).not.toContain("goOnward");
  expect(kinds({ kind: "rerouted" }, refused(404))).not.toContain("goOnward");
  expect(kinds({ kind: "answered", leg: "desk" }, { kind: "unfit", reason: UNFIT })).not.toContain("goOnward");
  expect(kinds({ kind: "shutDown" })).not.toContain("goOnward");
});
