/** The OpenAPI 3.1 page of the contract, for the server alone: the panel never imports it. */
import * as z from "zod/mini";
import type { Access, Endpoint, Upload } from "./endpoint.ts";
import { endpoints } from "./endpoints/index.ts";
import { errorBodySchema } from "./errors/error-body.ts";
import type { Demand } from "./demand.ts";

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** Where the API base is, e.g. `/api`. */
  readonly apiBase: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Every endpoint with its parameters, bodies, answers and the permission it takes. */
export function openApiDocument({ title, version, apiBase }: OpenApiOptions): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = `${endpoint.version === "none" ? "" : `/${endpoint.version}`}/${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: apiBase }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: schemaOf(errorBodySchema, "output") },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const parameters = [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")];
  return {
    operationId: name,
    summary: endpoint.summary,
    description: accessText(endpoint.access),
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestOf(endpoint),
    responses: {
      200: { description: "Done", content: answerOf(endpoint) },
      default: { description: "Refused", content: jsonOf({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

const objectSchema = z.object({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
});

/** One parameter a property of the schema. */
function parametersOf(schema: z.ZodMiniType | undefined, place: "path" | "query"): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required } = z.parse(objectSchema, schemaOf(schema, "input"));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function bodyOf(schema: z.ZodMiniType, form: boolean): Json {
  const media = { schema: schemaOf(schema, "input") };
  return {
    required: true,
    content: { "application/json": media, ...(form ? { "application/x-www-form-urlencoded": media } : {}) },
  };
}

function requestOf({ body, form, upload }: Endpoint): Json {
  if (upload !== undefined) return { requestBody: uploadOf(upload, body) };
  return body === undefined ? {} : { requestBody: bodyOf(body, form === true) };
}

/** Files are described by their media type alone (OpenAPI 3.1, "Considerations for File Uploads"). */
function uploadOf({ field, mediaTypes, optional }: Upload, body: z.ZodMiniType | undefined): Json {
  const fields = body === undefined ? { properties: {}, required: [] } : z.parse(objectSchema, schemaOf(body, "input"));
  const schema = {
    type: "object",
    required: [...fields.required, ...(optional === true ? [] : [field])],
    properties: { ...fields.properties, [field]: {} },
  };
  const encoding = { [field]: { contentType: mediaTypes.join(", ") } };
  return { required: true, content: { "multipart/form-data": { schema, encoding } } };
}

const answerOf = ({ binary, response }: Endpoint): Json =>
  binary === undefined ? jsonOf(schemaOf(response, "output")) : { [binary]: {} };

const jsonOf = (schema: Json): Json => ({ "application/json": { schema } });

/** What a query may hold is text before it is coerced, which JSON schema cannot say: such inputs stay unrestricted. */
function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function accessText(access: Access): string {
  if (access === "public") return "Open to anyone.";
  if (access === "session") return "Needs a signed-in user.";
  return `Needs ${demandText(access)}.`;
}

function demandText(demand: Demand): string {
  switch (demand.kind) {
    case "any":
      return demand.of.map(demandText).join(" or ");
    case "all":
      return demand.of.map(demandText).join(" and ");
    case "read":
    case "write":
      return `${demand.module}:${demand.kind}${targetText(demand.target)}`;
    case "readOwn":
      return `${demand.module}:read as {${demand.owner}}`;
    case "writeOf":
      return `${demand.module}:write as {${demand.owner}}, or ${demand.module}:write_for on {${demand.owner}}`;
    case "rule":
      return `${demand.module}:${demand.rule}${targetText(demand.target)}`;
    case "ruleOnSome":
      return `${demand.module}:${demand.rule}`;
  }
}

const targetText = (target: string | undefined): string => (target === undefined ? "" : ` on {${target}}`);
