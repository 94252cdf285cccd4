import { useWords } from "../../../shared/words/useWords.ts";
import { contactImportMessages } from "./contactImport.messages.ts";
import { fieldParts } from "./import.model.ts";

/** The display name of a field of a contact file; without a text here, its own name. */
export function useFieldWords(): (field: string) => string {
  const t = useWords(contactImportMessages);
  return (field) => {
    const parts = fieldParts(
      field.replace(/^phone_numbers\.(\d+)\..*$/u, (_, at: string) => `phone_number_${Number(at) + 1}`),
    );
    if (parts === null) return field;
    return parts.place === null
      ? t(`contactImport.field.${parts.name}`)
      : t(`contactImport.field.${parts.name}`, { place: parts.place });
  };
}
