/**
 * The specification's own JSON Schema, which lies beside a checkout of this repository and is not part of it.
 * Where it is not there, the tests against it fail in CI and elsewhere say that they did not run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type Ajv2020 as Ajv, Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const file = new URL('../../../../../shared/schema/2026-07-28.schema.json', import.meta.url);

/** Why the tests against it can't run; `undefined` where they can. */
export const missing: string | undefined = existsSync(file) ? undefined : 'the official JSON Schema is not there';

/** What is wrong with a value by the definition of a name, as one text; empty where it fits. */
export function officialJudge(): (definition: string, value: unknown) => string {
  const ajv: Ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // JSON Schema knows no such formats: they are annotations.
  for (const format of ['uri-template', 'byte']) ajv.addFormat(format, true);
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'mcp');
  return (definition, value) => {
    const validate = ajv.getSchema(`mcp#/$defs/${definition}`);
    if (!validate) throw new Error(`The official schema has no ${definition}.`);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}
