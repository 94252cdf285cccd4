export const softphoneLoadMessages = {
  "softphoneLoad.failed": "The phone could not be loaded. Reload the page to try again.",
} as const;
