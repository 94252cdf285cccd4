export { connectPostgres, openPostgres } from "./open-postgres.ts";
export { connectPostgresBus } from "./postgres-bus.ts";
