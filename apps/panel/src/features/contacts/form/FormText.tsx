import { TextField } from "@callpanel/ui";
import type { TextFieldProps } from "@callpanel/ui";
import type { ContactTexts } from "@callpanel/contract";
import type { ContactFormBinding } from "./useContactForm.ts";

export interface FormTextProps extends Pick<TextFieldProps, "label" | "autoComplete" | "list" | "required"> {
  readonly form: ContactFormBinding;
  readonly field: keyof ContactTexts;
}

const TEXT_MAX_CHARS = 200;

/** A single-line field of the form, with its error. */
export function FormText({ form, field, required, ...rest }: FormTextProps) {
  return (
    <TextField
      {...rest}
      aria-required={required}
      maxLength={TEXT_MAX_CHARS}
      value={form.state.draft.texts[field]}
      error={form.faultOf(field)}
      onChange={(event) => form.write(field, { type: "typed", field, text: event.currentTarget.value })}
      onBlur={() => form.leaveField(field)}
    />
  );
}
