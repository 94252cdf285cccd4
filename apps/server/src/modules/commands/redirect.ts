import { AppError, mayDo, type MoveGoal } from "@callpanel/contract";
import type { CommandGoal } from "@callpanel/phone-port";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, movedLeg, touchedLeg } from "./touched-leg.ts";

export const redirect: Carry<"redirect"> = async ({ channel, extra, to }, scene) => {
  const { caller, commands } = scene;
  if (to.trim() === "") throw new AppError("sipua.error.destination", { value: to });
  const legIds = extra === undefined ? [channel] : [channel, extra];
  const touched = extra === undefined ? movedLeg : touchedLeg;
  for (const one of legIds) touched(scene, one);
  const by = caller.username;
  const goal = await (commands.goalOf?.({ by, to }) ?? notServed());
  // No await between this check and the command, so the calls cannot have changed.
  const legs = legIds.map((one) => touched(scene, one));
  const [first] = legs;
  const move = { kind: "move", legs, to: moveGoal(goal, caller.userId) } as const;
  const leadsBack = goal.kind === "queue" && extra === undefined && first?.leftQueue === to;
  // QBOARD-11: a user who may move the call anyway does not need it.
  const isUndo = leadsBack && !mayDo(caller.rights, move);
  demand(scene, isUndo ? { ...move, to: "leftQueue" } : move);
  const waitingIn = first?.queue;
  const order = {
    by,
    legIds,
    to,
    ...(waitingIn === undefined ? {} : { waitingIn }),
    ...(isUndo ? { whileUnanswered: true } : {}),
  };
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
