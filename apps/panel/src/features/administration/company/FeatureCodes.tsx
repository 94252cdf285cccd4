import { CHANGEABLE_FEATURES, featureFaults } from "@callpanel/contract";
import { TextField } from "@callpanel/ui";
import { featureMessages, featureTextId } from "../../../shared/phone/feature.messages.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import page from "../parts/Page.module.css";
import { companyMessages } from "./company.messages.ts";
import styles from "./Company.module.css";
import { typedChanges, withTypedCode } from "./featureCodes.model.ts";

export interface FeatureCodesProps {
  /** The text of the setting. */
  readonly value: string;
  /** Of the server, where the page finds no fault. */
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** FEATURE-7: a field for the code of each feature. */
export function FeatureCodes({ value, error, readOnly, onChange }: FeatureCodesProps) {
  const t = useWords(companyMessages);
  const nameOf = useWords(featureMessages);
  const changes = typedChanges(value);
  const faults = featureFaults(changes);
  return (
    <div className={styles.codes}>
      <p className={page.dim}>{t("company.codes.hint")}</p>
      <div className={styles.codeFields}>
        {CHANGEABLE_FEATURES.map(({ name, code }) => {
          const id = featureTextId(name);
          const changed = changes.get(name);
          const fault = faults.get(name);
          return (
            <TextField
              key={name}
              label={id === undefined ? name : nameOf(id)}
              inputMode="tel"
              autoComplete="off"
              readOnly={readOnly}
              value={changed === undefined ? code : (changed ?? "")}
              hint={hintFor(changed, code)}
              error={fault === undefined ? undefined : t(`company.codes.fault.${fault}`)}
              onChange={({ currentTarget }) => onChange(withTypedCode(value, name, currentTarget.value))}
            />
          );
        })}
      </div>
      {error === undefined || faults.size > 0 ? null : <p role="alert">{error}</p>}
    </div>
  );

  function hintFor(changed: string | null | undefined, code: string): string | undefined {
    if (changed === undefined) return undefined;
    return t(changed === null ? "company.codes.off" : "company.codes.changed", { code });
  }
}
