import type { FastifyReply } from "fastify";
import { signInCsp } from "./sign-in.page.ts";

/** Sends a page of `plainPage`, which may send a form to this origin. */
export const sendPlainPage = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": signInCsp(undefined),
      "cache-control": "no-store",
      // With `no-referrer` browsers send the form with the origin `null`.
      "referrer-policy": "same-origin",
    })
    .send(body);
