export * from "./webphone.ts";
