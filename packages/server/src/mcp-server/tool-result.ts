/** What a tool's function returns, as the result that crosses the wire. Specification 2026-07-28, server/tools "Tool Result". */
import type { CallToolResult, ContentBlock } from '@mrtr/types';
import type { Complete } from '../handlers.js';
import { describeIssues, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';

/** Text, content blocks, or a whole result. */
export type ToolContent = string | readonly ContentBlock[] | Complete<'tools/call'>;

type Result = Complete<'tools/call'>;

/** A result that says that the tool failed. */
export type ToolErrorResult = Complete<'tools/call'> & { readonly isError: true };

/** A result the model can read as a failure, and mend. */
export function toolError(message: string): ToolErrorResult {
  return { content: [text(message)], isError: true };
}

export const toolResult = {
  /** @throws {ServerError} `invalid_definition` for a return value that is no content. */
  content(name: string, returned: unknown): Result {
    if (typeof returned === 'string') return { content: [text(returned)] };
    if (isContent(returned)) return { content: returned };
    if (isResult(returned)) return returned;
    throw new ServerError(
      'invalid_definition',
      `Tool ${JSON.stringify(name)} returned neither text, content blocks nor a result. For structured data declare an \`output\` schema.`,
    );
  },

  /**
   * Structured output, with its JSON as text for clients that read only text.
   * @throws {ServerError} `invalid_definition` for a value that does not fit the tool's own schema.
   */
  async structured(name: string, output: StandardSchema, returned: unknown): Promise<Result> {
    if (isResult(returned) && returned.isError) return returned;
    const checked = await output['~standard'].validate(returned);
    if (checked.issues) {
      throw new ServerError(
        'invalid_definition',
        `Tool ${JSON.stringify(name)} returned what its output schema refuses: ${describeIssues(checked.issues)}`,
      );
    }
    return { content: [text(JSON.stringify(checked.value))], structuredContent: checked.value };
  },
};

function text(value: string): CallToolResult['content'][number] {
  return { type: 'text', text: value };
}

function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && isContent((value as Partial<Result>).content);
}

function isContent(value: unknown): value is ContentBlock[] {
  return (
    Array.isArray(value) &&
    value.every((block: unknown) => typeof (block as Partial<ContentBlock> | null)?.type === 'string')
  );
}
