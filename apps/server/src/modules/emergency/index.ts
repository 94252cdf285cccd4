export { checkEmergencyChoice } from "./emergency.choice.ts";
export { createEmergencyFacts } from "./emergency.facts.ts";
export { emergencyModule } from "./emergency.module.ts";
