import type { CallSnapshot } from "@callpanel/webphone";
import { CallButton, CallButtonPlace } from "./CallButton.tsx";
import type { CallButtonProps } from "./CallButton.tsx";
import { useCallControls } from "./useCallControls.ts";
import type { ControlName } from "./useCallControls.ts";

export interface CallControlsProps {
  readonly call: CallSnapshot;
  readonly form: CallButtonProps["form"];
  /** The controls that fit; all of them when absent. */
  readonly only?: readonly ControlName[];
}

/** The buttons of a call, in the dock and in the call bar. */
export function CallControls({ call, form, only }: CallControlsProps) {
  const controls = useCallControls(call);
  const shown = only ? controls.filter(({ name }) => only.includes(name)) : controls;
  return shown.map(({ name, isAbsent, ...control }) =>
    isAbsent ? (
      <CallButtonPlace key={name} form={form} icon={control.icon} word={control.word ?? control.label} />
    ) : (
      <CallButton key={name} form={form} {...control} />
    ),
  );
}
