/**
 * The errors of the protocol as they lie on the wire.
 *
 * Specification 2026-07-28, basic/index "Error Codes". To throw one, use `ProtocolError`; these are for reading.
 */
import * as z from 'zod/mini';
import { ClientCapabilitiesSchema } from './capabilities.js';
import { ErrorCode } from './errors.js';
import { ErrorObjectSchema, failure } from './jsonrpc-schemas.js';

/** The message was not JSON. */
export type ParseError = z.infer<typeof ParseErrorSchema>;
export const ParseErrorSchema = errorOf(ErrorCode.ParseError);

/** The JSON was not a request. */
export type InvalidRequestError = z.infer<typeof InvalidRequestErrorSchema>;
export const InvalidRequestErrorSchema = errorOf(ErrorCode.InvalidRequest);

/** The server has no such method, or does not advertise the capability it belongs to. */
export type MethodNotFoundError = z.infer<typeof MethodNotFoundErrorSchema>;
export const MethodNotFoundErrorSchema = errorOf(ErrorCode.MethodNotFound);

/** The parameters do not fit: an unknown name, a bad cursor, a malformed argument. */
export type InvalidParamsError = z.infer<typeof InvalidParamsErrorSchema>;
export const InvalidParamsErrorSchema = errorOf(ErrorCode.InvalidParams);

/** The receiver failed, and says no more about it. */
export type InternalError = z.infer<typeof InternalErrorSchema>;
export const InternalErrorSchema = errorOf(ErrorCode.InternalError);

/** HTTP headers and body disagree, or a header is missing or malformed. Over HTTP with status 400. */
export type HeaderMismatchError = z.infer<typeof HeaderMismatchErrorSchema>;
export const HeaderMismatchErrorSchema = failure(errorOf(ErrorCode.HeaderMismatch));

/** The request needs capabilities that the client did not declare on it. Over HTTP with status 400. */
export type MissingRequiredClientCapabilityError = z.infer<typeof MissingRequiredClientCapabilityErrorSchema>;
export const MissingRequiredClientCapabilityErrorSchema = failure(
  z.object({
    ...errorOf(ErrorCode.MissingRequiredClientCapability).shape,
    data: z.object({
      /** What is missing. */
      requiredCapabilities: ClientCapabilitiesSchema,
    }),
  }),
);

/** The server does not speak the requested revision. Over HTTP with status 400. */
export type UnsupportedProtocolVersionError = z.infer<typeof UnsupportedProtocolVersionErrorSchema>;
export const UnsupportedProtocolVersionErrorSchema = failure(
  z.object({
    ...errorOf(ErrorCode.UnsupportedProtocolVersion).shape,
    data: z.object({
      /** The revisions the server speaks, to choose from and try again. */
      supported: z.array(z.string()),
      /** The one that was asked for. */
      requested: z.string(),
    }),
  }),
);

// @__NO_SIDE_EFFECTS__
function errorOf<C extends ErrorCode>(code: C) {
  return z.object({ ...ErrorObjectSchema.shape, code: z.literal(code) });
}
