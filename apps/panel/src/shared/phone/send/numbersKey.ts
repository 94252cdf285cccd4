/** Below it are the numbers that all searches found. */
export const NUMBERS_KEY = ["contact/phone_numbers"] as const;
