/** The decisions of each product of the service: one that leaves a decision out does not compile. */
import type { ProductFacts } from '../facts.ts';

type Decision =
  /** Reports and takes `assessments-enabled`. */
  | 'assessments'
  | 'remote-state-consumers'
  | 'retention-policies'
  | 'safe-delete'
  /** Takes every documented attribute, filter and reason; otherwise it silently drops some. */
  | 'all-settings'
  /** Organizations that a token cannot see are a 404; otherwise an empty list. */
  | 'reports-unseen-organizations'
  /** Replies to mistakes of the user with 500 and plain text. */
  | 'plain-errors'
  | 'rate-limit'
  /** A tag that is attached already (add) or is not (remove) fails the whole request. */
  | 'tags-once'
  /** Is known to take and report `latest` as the version of the engine. */
  | 'latest-release';

export const products = [
  {
    product: 'hcp-terraform',
    title: 'HCP Terraform',
    does: {
      assessments: true,
      'remote-state-consumers': true,
      'retention-policies': false,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
      'latest-release': false,
    },
  },
  {
    product: 'terraform-enterprise',
    title: 'Terraform Enterprise',
    does: {
      assessments: false,
      'remote-state-consumers': true,
      'retention-policies': true,
      'safe-delete': true,
      'all-settings': true,
      'reports-unseen-organizations': true,
      'plain-errors': false,
      'rate-limit': true,
      'tags-once': false,
      'latest-release': false,
    },
  },
  {
    product: 'otf',
    title: 'OTF',
    does: {
      assessments: false,
      'remote-state-consumers': false,
      'retention-policies': false,
      'safe-delete': false,
      'all-settings': false,
      'reports-unseen-organizations': false,
      'plain-errors': true,
      'rate-limit': false,
      'tags-once': true,
      'latest-release': true,
    },
  },
] as const satisfies readonly ProductFacts<Decision>[];
