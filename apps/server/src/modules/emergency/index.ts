export { createEmergencyFacts } from "./emergency.facts.ts";
export { createEmergencyModule } from "./emergency.routes.ts";
