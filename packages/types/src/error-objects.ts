/**
 * The errors of the protocol as they lie on the wire.
 *
 * Specification 2026-07-28, basic/index "Error Codes". To throw one, use `ProtocolError`; these are for reading.
 */
import * as z from 'zod/mini';
import { ClientCapabilitiesSchema } from './capabilities.js';
import type { ErrorCode } from './errors.js';
import { ErrorObjectSchema, failure } from './jsonrpc-schemas.js';

/** The message was not JSON. */
export type ParseError = z.infer<typeof ParseErrorSchema>;
export const ParseErrorSchema = errorOf(-32700);

/** The JSON was not a request. */
export type InvalidRequestError = z.infer<typeof InvalidRequestErrorSchema>;
export const InvalidRequestErrorSchema = errorOf(-32600);

/** The server has no such method, or does not advertise the capability it belongs to. */
export type MethodNotFoundError = z.infer<typeof MethodNotFoundErrorSchema>;
export const MethodNotFoundErrorSchema = errorOf(-32601);

/** The parameters do not fit: an unknown name, a bad cursor, a malformed argument. */
export type InvalidParamsError = z.infer<typeof InvalidParamsErrorSchema>;
export const InvalidParamsErrorSchema = errorOf(-32602);

/** The receiver failed, and says no more about it. */
export type InternalError = z.infer<typeof InternalErrorSchema>;
export const InternalErrorSchema = errorOf(-32603);

/** HTTP headers and body disagree, or a header is missing or malformed. Over HTTP with status 400. */
export type HeaderMismatchError = z.infer<typeof HeaderMismatchErrorSchema>;
export const HeaderMismatchErrorSchema = failure(errorOf(-32020));

/** The request needs capabilities that the client did not declare on it. Over HTTP with status 400. */
export type MissingRequiredClientCapabilityError = z.infer<typeof MissingRequiredClientCapabilityErrorSchema>;
export const MissingRequiredClientCapabilityErrorSchema = failure(
  z.extend(errorOf(-32021), {
    data: z.object({
      /** What is missing. */
      requiredCapabilities: ClientCapabilitiesSchema,
    }),
  }),
);

/** The server does not speak the requested revision. Over HTTP with status 400. */
export type UnsupportedProtocolVersionError = z.infer<typeof UnsupportedProtocolVersionErrorSchema>;
export const UnsupportedProtocolVersionErrorSchema = failure(
  z.extend(errorOf(-32022), {
    data: z.object({
      /** The revisions the server speaks, to choose from and try again. */
      supported: z.array(z.string()),
      /** The one that was asked for. */
      requested: z.string(),
    }),
  }),
);

function errorOf<C extends ErrorCode>(code: C) {
  return z.extend(ErrorObjectSchema, { code: z.literal(code) });
}
