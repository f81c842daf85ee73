import type { SandboxResponse } from '../contract.ts';
import type { Answer, DialectData } from './data.ts';
import { isBefore, isObject } from './data.ts';

const missing = (): SandboxResponse => ({
  status: 404,
  body: 'Invalid method',
  type: 'text/plain; charset=utf-8',
});

const since = (version: string, path: RegExp): Answer => ({
  path,
  when: (own) => isBefore(own, version),
  reply: missing,
});

export const NOMAD: DialectData = {
  product: 'nomad',
  service: 'jobs',
  version: '2.0.5',
  editions: false,
  headers: () => ({ Vary: 'Accept-Encoding' }),
  answers: [
    since('1.6', /^\/v1\/job\/.+\/submission$/),
    since('1.7', /^\/v1\/job\/.+\/actions?$/),
    since('1.5', /^\/v1\/acl\/auth-methods$/),
  ],
  requests: [],
  replies: [
    {
      path: /^\/v1\/agent\/self$/,
      change: (body, { version }) => {
        const { config, member } = body;
        const tags = isObject(member) && isObject(member['Tags']) ? member['Tags'] : {};
        return {
          ...body,
          config: {
            ...(isObject(config) ? config : {}),
            Version: { Version: version, VersionPrerelease: '', VersionMetadata: '' },
          },
          member: { ...(isObject(member) ? member : {}), Tags: { ...tags, build: version } },
        };
      },
    },
  ],
  corrections: [],
};
