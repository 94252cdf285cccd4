import type { MoveGoal } from "@callpanel/contract";
import type { OrderGoal } from "@callpanel/phone-port";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

export const redirect: Carry<"redirect"> = async ({ channel, extra, to }, scene) => {
  const { caller, orders } = scene;
  const legIds = extra === undefined ? [channel] : [channel, extra];
  for (const one of legIds) touchedLeg(scene, one);
  const by = caller.username;
  const goal = await (orders.goalOf?.({ by, to }) ?? notServed());
  // No await between this check and the command, so the calls cannot have changed.
  const legs = legIds.map((one) => touchedLeg(scene, one));
  demand(scene, { kind: "move", legs, to: moveGoal(goal, caller.userId) });
  const ordered = await orders.redirect?.({ by, legIds, to });
  carriedOut(ordered ?? notServed(), to);
  if (legs.every(({ relation }) => relation === "in")) for (const one of legIds) scene.sent.note(one);
};

function moveGoal(goal: OrderGoal, byId: number): MoveGoal {
  switch (goal.kind) {
    case "user":
      return goal.userId === byId ? "self" : "person";
    case "privateRoom":
      return goal.isOpen ? "openRoom" : "closedRoom";
    default:
      return goal.kind;
  }
}
