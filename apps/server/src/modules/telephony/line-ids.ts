/** Outside lines share the phone system's ids with people: a person's id is above 0, that of a line below. */
export const isPerson = (userId: number): boolean => userId > 0;

export const idOfTrunk = (trunkId: number): number => -trunkId;
