import type { MoveGoal } from "@callpanel/contract";
import type { CommandGoal } from "@callpanel/phone-port";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

export const redirect: Carry<"redirect"> = async ({ channel, extra, to }, scene) => {
  const { caller, commands } = scene;
  const legIds = extra === undefined ? [channel] : [channel, extra];
  for (const one of legIds) touchedLeg(scene, one);
  const by = caller.username;
  const goal = await (commands.goalOf?.({ by, to }) ?? notServed());
  // No await between this check and the command, so the calls cannot have changed.
  const legs = legIds.map((one) => touchedLeg(scene, one));
  demand(scene, { kind: "move", legs, to: moveGoal(goal, caller.userId) });
  carriedOut(await (commands.redirect?.({ by, legIds, to }) ?? notServed()), to);
  if (legs.every(({ relation }) => relation === "in")) for (const one of legIds) scene.sent.note(one);
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
