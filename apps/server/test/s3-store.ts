/** An S3-compatible store in this process, which checks the signature of each request and the hash of each body. */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Place } from "../src/adapters/s3/index.ts";

export interface S3Store {
  readonly place: S3Place;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly changedAt: number }>;
  /** Uploads in parts that are still open, by id. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer>; readonly at: number }>;
  /** Bytes of the largest body that came. */
  readonly largest: () => number;
  /** What a request answers instead; undefined: as it should. */
  fails: (request: {
    readonly method: string;
    readonly key: string;
    readonly query: URLSearchParams;
  }) => number | undefined;
  /** Whether the body of a response stops after its first byte. */
  stalls: (key: string) => boolean;
  now: () => number;
  stop(): Promise<void>;
}

const REGION = "eu-west-1";
const KEY = "a key";
const SECRET = "a secret";
/** Few, so that lists have pages. */
const PAGE = 3;

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** AWS signature version 4, computed from what came. */
function signatureOf(request: IncomingMessage, url: URL): string {
  const { headers, method = "" } = request;
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const date = String(headers["x-amz-date"]);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const lines = signed.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url.pathname, query, lines.join(""), signed, headers["x-amz-content-sha256"]].join("\n");
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, hash(Buffer.from(canonical))].join("\n")).toString("hex");
}

export async function startS3Store({ prefix = "" } = {}): Promise<S3Store> {
  const objects: S3Store["objects"] = new Map();
  const uploads: S3Store["uploads"] = new Map();
  let serial = 0;
  let largest = 0;

  const list = (query: URLSearchParams): string => {
    const [start, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
    const rows = new Map<string, string>();
    for (const key of [...objects.keys()].filter((one) => one.startsWith(start)).toSorted()) {
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, start.length);
      const object = objects.get(key);
      if (end >= 0)
        rows.set(key.slice(0, end + 1), `<CommonPrefixes><Prefix>${key.slice(0, end + 1)}</Prefix></CommonPrefixes>`);
      else
        rows.set(
          key,
          `<Contents><Key>${key}</Key><LastModified>${new Date(object?.changedAt ?? 0).toISOString()}</LastModified><Size>${object?.bytes.length ?? 0}</Size></Contents>`,
        );
    }
    const token = query.get("continuation-token") ?? "";
    const names = [...rows.keys()].filter((name) => name > token);
    const next = names.length > PAGE ? `<NextContinuationToken>${names[PAGE - 1]}</NextContinuationToken>` : "";
    const page = names.slice(0, PAGE).map((name) => rows.get(name) ?? "");
    return `<ListBucketResult>${page.join("")}${next}</ListBucketResult>`;
  };

  const store: S3Store = {
    place: { bucketUrl: "", prefix, region: REGION, accessKeyId: KEY, secretAccessKey: SECRET },
    objects,
    uploads,
    largest: () => largest,
    fails: () => undefined,
    stalls: () => false,
    now: () => Date.now(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const answer = (request: IncomingMessage, url: URL, body: Buffer): readonly [number, (string | Buffer)?, string?] => {
    const { method = "" } = request;
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ""));
    const query = url.searchParams;
    const failure = store.fails({ method, key, query });
    if (failure !== undefined) return [failure, "<Error><Code>InternalError</Code></Error>"];
    const upload = uploads.get(query.get("uploadId") ?? "");
    if (method === "GET" && key === "" && query.has("list-type")) return [200, list(query)];
    if (method === "GET" && key === "" && query.has("uploads")) {
      const rows = [...uploads].map(
        ([id, one]) =>
          `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(one.at).toISOString()}</Initiated></Upload>`,
      );
      return [200, `<ListMultipartUploadsResult>${rows.join("")}</ListMultipartUploadsResult>`];
    }
    if (method === "POST" && query.has("uploads")) {
      serial += 1;
      uploads.set(`id+${serial}/=`, { key, parts: new Map(), at: store.now() });
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>id+${serial}/=</UploadId></InitiateMultipartUploadResult>`,
      ];
    }
    if (query.has("uploadId")) {
      if (upload === undefined) return [404, "<Error><Code>NoSuchUpload</Code></Error>"];
      if (method === "PUT") {
        upload.parts.set(Number(query.get("partNumber")), body);
        return [200, "", `"${hash(body).slice(0, 32)}"`];
      }
      uploads.delete(query.get("uploadId") ?? "");
      if (method === "DELETE") return [204];
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([^"]*)"<\/ETag>/g)];
      const parts = named.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number));
        return part !== undefined && hash(part).slice(0, 32) === tag ? part : undefined;
      });
      const whole = parts.filter((part) => part !== undefined);
      if (whole.length !== upload.parts.size) return [400, "<Error><Code>InvalidPart</Code></Error>"];
      objects.set(key, { bytes: Buffer.concat(whole), changedAt: store.now() });
      return [200, "<CompleteMultipartUploadResult/>"];
    }
    const object = objects.get(key);
    switch (method) {
      case "PUT":
        objects.set(key, { bytes: body, changedAt: store.now() });
        return [200];
      case "DELETE":
        objects.delete(key);
        return [204];
      case "HEAD":
        return [object === undefined && key !== "" ? 404 : 200];
      default:
        return object === undefined ? [404, "<Error><Code>NoSuchKey</Code></Error>"] : [200, object.bytes];
    }
  };

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => void pieces.push(piece));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://store");
      const body = Buffer.concat(pieces);
      largest = Math.max(largest, body.length);
      const { authorization = "", "x-amz-content-sha256": sum } = request.headers;
      const isSigned = authorization.split("Signature=")[1] === signatureOf(request, url);
      if (!isSigned || !authorization.includes(`Credential=${KEY}/`))
        return response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      if (sum !== hash(body))
        return response.writeHead(400).end("<Error><Code>XAmzContentSHA256Mismatch</Code></Error>");
      const [status, content = "", etag] = answer(request, url, body);
      if (content.length > 1 && store.stalls(decodeURIComponent(url.pathname))) {
        response.writeHead(status, { "content-length": content.length }).write(content.slice(0, 1));
        return response;
      }
      return response.writeHead(status, etag === undefined ? {} : { etag }).end(content);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return Object.assign(store, { place: { ...store.place, bucketUrl: `http://127.0.0.1:${port}/bucket` } });
}
