import type { MoveGoal } from "@callpanel/contract";
import type { CommandGoal } from "@callpanel/phone-port";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, movedLeg, touchedLeg } from "./touched-leg.ts";

export const redirect: Carry<"redirect"> = async ({ channel, extra, to }, scene) => {
  const { caller, commands } = scene;
  const legIds = extra === undefined ? [channel] : [channel, extra];
  const touched = extra === undefined ? movedLeg : touchedLeg;
  for (const one of legIds) touched(scene, one);
  const by = caller.username;
  const goal = await (commands.goalOf?.({ by, to }) ?? notServed());
  // No await between this check and the command, so the calls cannot have changed.
  const legs = legIds.map((one) => touched(scene, one));
  const [first] = legs;
  const isBack = goal.kind === "queue" && extra === undefined && first?.queue === undefined && first?.leftQueue === to;
  demand(scene, { kind: "move", legs, to: isBack ? "leftQueue" : moveGoal(goal, caller.userId) });
  const waitingIn = first?.queue;
  const order = { by, legIds, to, ...(waitingIn === undefined ? {} : { waitingIn }) };
  carriedOut(await (commands.redirect?.(order) ?? notServed()), to);
  if (waitingIn !== undefined) scene.sent.note(channel, waitingIn);
  else if (legs.every(({ relation }) => relation === "in")) for (const one of legIds) scene.sent.note(one);
};

function moveGoal(goal: CommandGoal, byId: number): MoveGoal {
  switch (goal.kind) {
    case "user":
      return goal.userId === byId ? "self" : "person";
    case "privateRoom":
      return goal.isOpen ? "openRoom" : "closedRoom";
    default:
      return goal.kind;
  }
}
