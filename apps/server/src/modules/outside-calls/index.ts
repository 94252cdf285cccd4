export { outsideRight } from "./outside-calls.policy.ts";
