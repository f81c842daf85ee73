import type { Json } from '../contract.ts';
import type { Violations } from './errors.ts';
import type { JsonObject } from './json-api.ts';
import { asObject, member } from './json-api.ts';
import type { VcsRepo } from './model.ts';

const AT = '/data/attributes/vcs-repo';

/** `:org/:repo`, or `:org/:project/_git/:repo`. */
const IDENTIFIER = /^[^/\s]+\/[^/\s]+$|^[^/\s]+\/[^/\s]+\/_git\/[^/\s]+$/;

const APP = 'vcs-app-installation-id';
const VENDOR_APP = 'github-app-installation-id';

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

class Keys {
  readonly #object: JsonObject;
  readonly #violations: Violations;

  constructor(object: JsonObject, violations: Violations) {
    this.#object = object;
    this.#violations = violations;
  }

  value(name: string): Json | undefined {
    return member(this.#object, name);
  }

  text(name: string): string | null | undefined {
    const value = this.value(name);
    if (value === undefined || value === null || typeof value === 'string') return value;
    this.problem(name, 'must be a string or null');
    return undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.problem(name, 'must be true or false');
    return undefined;
  }

  problem(name: string, problem: string): void {
    this.#violations.add(`${AT}/${name}`, `vcs-repo.${name} ${problem}.`);
  }
}

const NO_REPO: VcsRepo = {
  identifier: '',
  branch: '',
  'ingress-submodules': false,
  'oauth-token-id': null,
  'vcs-app-installation-id': null,
  'tags-regex': null,
};

function merge(previous: VcsRepo, keys: Keys): VcsRepo {
  const oauth = keys.text('oauth-token-id');
  const app = keys.text(APP) || keys.text(VENDOR_APP);
  const tagsRegex = keys.text('tags-regex');
  return {
    identifier: keys.text('identifier') ?? previous.identifier,
    branch: keys.value('branch') === null ? '' : (keys.text('branch') ?? previous.branch),
    'ingress-submodules': keys.flag('ingress-submodules') ?? previous['ingress-submodules'],
    // One kind of connection clears the other.
    'oauth-token-id': app ? null : oauth || previous['oauth-token-id'],
    'vcs-app-installation-id': oauth ? null : app || previous[APP],
    'tags-regex': tagsRegex === undefined ? previous['tags-regex'] : tagsRegex === '' ? null : tagsRegex,
  };
}

export interface VcsContext {
  readonly previous: VcsRepo | null | undefined;
  readonly byUser: boolean;
}

export function readVcsRepo(
  attributes: JsonObject,
  context: VcsContext,
  violations: Violations,
): VcsRepo | null {
  const given = member(attributes, 'vcs-repo');
  if (given === undefined) return context.previous ?? null;
  if (given === null) return null;
  const object = asObject(given);
  if (object === undefined) {
    violations.add(AT, 'vcs-repo must be an object or null.');
    return null;
  }
  const keys = new Keys(object, violations);
  const repo = merge(context.previous ?? NO_REPO, keys);
  if (keys.value(APP) || keys.value(VENDOR_APP)) {
    if (context.previous === undefined) keys.problem(APP, 'can only be given on update');
    if (keys.value('oauth-token-id')) keys.problem(APP, 'cannot be given together with oauth-token-id');
    if (!context.byUser) keys.problem(APP, 'needs the token of a user');
  }
  if (!context.previous) {
    if (!keys.value('identifier')) keys.problem('identifier', 'is required to connect a repository');
    if (!keys.value('oauth-token-id')) keys.problem('oauth-token-id', 'is required to connect a repository');
  }
  if (repo.identifier !== '' && !IDENTIFIER.test(repo.identifier)) {
    keys.problem('identifier', 'must have the form :org/:repo or :org/:project/_git/:repo');
  }
  if (repo['tags-regex'] !== null && !isRegularExpression(repo['tags-regex'])) {
    keys.problem('tags-regex', 'is not a regular expression');
  }
  return repo;
}
