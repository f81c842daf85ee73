import type { SandboxResponse } from '../../contract.ts';
import { parseJobFile } from '../hcl/job.ts';
import { canonicalize } from '../schema/canonicalize.ts';
import { bodyBoolean, bodyStringMap, bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { plainResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';

function parsed(body: JsonObject, source: string): JsonObject {
  try {
    return parseJobFile({
      source,
      file: bodyText(body, 'Variables'),
      flags: bodyStringMap(body, 'VariableFlags') ?? {},
      legacy: bodyBoolean(body, 'HCLv1'),
    });
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error;
    throw new Refusal(400, `Failed to parse job: ${error.message}`);
  }
}

export function parseJob(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'parse-job', 'submit-job');
  const body = readBody(call.request);
  const source = bodyText(body, 'JobHCL');
  if (source === '') throw new Refusal(400, 'Job spec is empty');
  const job = parsed(body, source);
  return plainResponse(bodyBoolean(body, 'Canonicalize') ? canonicalize(job) : job);
}
