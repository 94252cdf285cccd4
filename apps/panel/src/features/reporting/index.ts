/** Error reports and analytics. Loaded only where the operator has configured either. */
export { startReporting } from "./reporting.ts";
