import type { Icon } from "@callpanel/ui";
import { Spoken } from "@callpanel/ui";

/** An icon that says something: its text is read out. */
export function Mark({ icon: Shape, label }: { readonly icon: Icon; readonly label: string }) {
  return (
    <span title={label}>
      <Shape size={16} stroke={2} aria-hidden />
      <Spoken>{label}</Spoken>
    </span>
  );
}
