/** Below it are the numbers that searches found, whoever asked. */
export const NUMBERS_KEY = ["contact/phone_numbers"] as const;
