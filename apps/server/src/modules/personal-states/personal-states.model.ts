/** What a person has switched on for themselves. It holds without a telephone. */
export interface PersonalState {
  readonly dnd: boolean;
  /** `number` is empty while it is not known or not enabled. */
  readonly forward: { readonly enabled: boolean; readonly number: string };
  readonly followme: boolean;
}

export type PersonalChange = Partial<PersonalState>;

/** Of whoever has switched nothing on. */
export const NO_PERSONAL_STATE: PersonalState = {
  dnd: false,
  forward: { enabled: false, number: "" },
  followme: false,
};
