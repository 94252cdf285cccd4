import { useState } from "react";

/** What a text field of a step is given. */
export interface StepField<Name extends string> {
  readonly name: Name;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/**
 * The text fields of a step. PAGES-6: they are checked before anything is sent; `faultOf` is the error below a field.
 * Errors are shown from the first check on.
 */
export function useFields<Name extends string>(
  first: Readonly<Record<Name, string>>,
  faultOf: (name: Name, fields: Readonly<Record<Name, string>>) => string | undefined,
) {
  const [fields, setFields] = useState(first);
  const [isChecked, setChecked] = useState(false);
  return {
    fields,
    field: (name: Name): StepField<Name> => ({
      name,
      value: fields[name],
      error: isChecked ? faultOf(name, fields) : undefined,
      onChange: ({ currentTarget }) => setFields((before) => ({ ...before, [name]: currentTarget.value })),
    }),
    isChecked,
    /** @returns whether every field is valid */
    check: (): boolean => {
      setChecked(true);
      for (const name in first) if (faultOf(name, fields) !== undefined) return false;
      return true;
    },
  };
}
