export { createSmsModule } from "./sms.routes.ts";
