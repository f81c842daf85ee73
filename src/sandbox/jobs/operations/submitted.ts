import { admit } from '../schema/admit.ts';
import { bodyObject } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { member, text, type JsonObject } from '../wire/json.ts';
import { queryText } from '../wire/query.ts';
import { checkRegion, type Call } from './call.ts';

export interface Submitted {
  readonly job: JsonObject;
  readonly namespace: string;
}

/** Of the query, else the body, else the job. */
function namespaceOf(call: Call, body: JsonObject, posted: JsonObject): string {
  const named = (value: JsonObject): string => {
    const found = member(value, 'Namespace');
    return typeof found === 'string' ? found : '';
  };
  return queryText(call.request, 'namespace') || named(body) || named(posted) || 'default';
}

export function submittedJob(call: Call, body: JsonObject): Submitted {
  const posted = bodyObject(body, 'Job');
  if (posted === undefined) throw new Refusal(400, 'Job must be specified');
  const namespace = namespaceOf(call, body, posted);
  const job = admit({ ...posted, Namespace: namespace });
  if (text(job, 'ID') === '') throw new Refusal(400, "Job ID hasn't been provided");
  checkRegion(text(job, 'Region'));
  return { job, namespace };
}
