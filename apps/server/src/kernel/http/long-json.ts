import type { FastifyInstance } from "fastify";

/** Lets the routes of this plugin take JSON that is longer than that of other requests. Who may not send it is refused before it is read. */
export function takeLongJson(app: FastifyInstance, maxBytes: number): void {
  const parser = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: maxBytes }, parser);
}
