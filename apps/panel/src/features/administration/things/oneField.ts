import type { ThingField } from "@callpanel/contract";

/** What a field of a form is given. */
export interface OneFieldProps {
  readonly field: ThingField;
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (text: string) => void;
}
