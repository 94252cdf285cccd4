import { AppError } from "@callpanel/contract";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

const NAME = /^\w{1,64}$/;
// eslint-disable-next-line no-control-regex
const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;

/** RT-16: variables are sent in a SIP header, so a name is one word and a value one line. */
export const setVariable: Carry<"Setvar"> = async ({ channel, variable, value }, scene) => {
  demand(scene, { kind: "label", leg: touchedLeg(scene, channel) });
  if (!NAME.test(variable)) throw new AppError("request.invalid", { detail: "variable" });
  if (!ONE_LINE.test(value)) throw new AppError("request.invalid", { detail: "value" });
  const { commands } = scene;
  carriedOut(await (commands.setVariable?.({ legId: channel, name: variable, value }) ?? notServed()));
};
