/** Warns when a reply looks like another product than the one in use. */
import type { HttpResponse } from '../../net/http.ts';
import { documented, firstSpeaking } from '../../model/catalogue/product.ts';
import type { Endpoint } from '../../profiles/endpoint.ts';
import type { Asked } from '../../services/asked.ts';
import type { Reporter } from '../reporter.ts';

/** @param judged the caller compares products itself */
export const noteProduct = (
  asked: Asked,
  endpoint: Endpoint,
  judged: boolean,
  response: HttpResponse,
  reporter: Reporter,
): void => {
  const seen = asked.service.detect(response);
  if (seen === undefined) return;
  if (seen.product === undefined ? seen.speaks === asked.product.speaks : seen.product === endpoint.product)
    return;
  // The user chose the documented names, for a server that takes both (the sandbox).
  if (endpoint.productChosen && endpoint.product === documented) return;
  if (judged) return;
  const found = seen.product ?? firstSpeaking(seen.speaks);
  reporter.warnOnce(
    `the server looks like ${found}, but trivet is using product ${endpoint.product}: use --product ${found}, or run ` +
      `trivet profile set ${endpoint.profile ?? 'NAME'} --${asked.operation.service}-product ${found}`,
  );
};
