import { textsOfValue } from '../../../catalogue/parameter.ts';
import type { InputValue } from '../../../catalogue/parameter.ts';
import { settingsBack } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { deltaUrls, urlsBeyond } from './beyond.ts';
import { recordView } from '../../../catalogue/view.ts';
import { urlsFields } from '../fields.ts';
import { mount } from '../parts.ts';

const view = recordView({
  fields: urlsFields,
  name: 'mount',
  columns: [
    ['issuing_certificates', 'issuing certificates'],
    ['crl_distribution_points', 'crl distribution points'],
    ['ocsp_servers', 'ocsp servers'],
  ],
});

const shared = { source: '2 §4.2', service: 'secrets', path: '/{mount}/config/urls' } as const;

const urls = (summary: string) =>
  ({
    in: 'body',
    type: 'strings',
    summary: `${summary}; '' removes them`,
    // An empty list would keep the value.
    sentAs: (value: InputValue) => (textsOfValue(value).length === 0 ? '' : textsOfValue(value)),
    default: 'nil',
    metavar: 'url',
  }) as const;

export const show = defineOperation({
  ...shared,
  id: 'pki.urls.show',
  summary: 'Show the URLs that issued certificates carry',
  description: 'Returns nothing until the URLs are set; newer servers return empty lists.',
  method: 'GET',
  parameters: { mount },
  effect: 'read',
  reply: 'missing',
  // A secret of another engine may have this path.
  view: { ...view, essential: ['issuing_certificates', 'crl_distribution_points', 'ocsp_servers'] },
  examples: [{ summary: 'The URLs', argv: 'pki urls show' }],
});

export const set = defineOperation({
  ...shared,
  view,
  id: 'pki.urls.set',
  objectRead: show,
  undo: {
    reverse: ({ before, now }) =>
      settingsBack('pki urls set', {
        // The lists are empty until they are first set.
        before: before ?? { issuing_certificates: [], crl_distribution_points: [], ocsp_servers: [] },
        now,
      }),
  },
  summary: 'Set the URLs that issued certificates carry',
  description: "Each list is updated independently; an empty one ('') removes the value.",
  method: 'POST',
  parameters: {
    mount,
    issuing_certificates: urls('URLs of the issuing certificate'),
    crl_distribution_points: urls('URLs of the revocation list'),
    ocsp_servers: urls('URLs of OCSP responders'),
    delta_crl_distribution_points: { ...urls('URLs of the delta CRL'), ...deltaUrls },
    ...urlsBeyond,
  },
  rules: [
    {
      rule: 'atLeastOne',
      keys: [
        'issuing_certificates',
        'crl_distribution_points',
        'ocsp_servers',
        'delta_crl_distribution_points',
        'enable_templating',
      ],
      because: 'nothing else can be set',
    },
  ],
  effect: 'idempotent',
  doneText: 'set the URLs of {mount}',
  lookUp: 'pki urls show --mount {mount}',
  examples: [
    {
      summary: 'Certificate and CRL',
      argv:
        'pki urls set --issuing-certificates http://ca.example.com/v1/pki/ca ' +
        '--crl-distribution-points http://ca.example.com/v1/pki/crl',
    },
    { summary: 'No OCSP responder', argv: "pki urls set --ocsp-servers ''" },
  ],
});
