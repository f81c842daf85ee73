import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl, withSuffix } from '../../src/config/base-url.ts';
import { errorOf } from './profiles-surroundings.ts';

const parse = (text: string) => parseBaseUrl(text, 'TRIVET_SECRETS_URL', 'secrets');

describe('an address', () => {
  it.each([
    ['https://host/v1', 'https://host/v1', 'https://host', '/v1', false],
    ['https://host/v1///', 'https://host/v1', 'https://host', '/v1', false],
    ['HTTPS://Host:443/v1', 'https://host/v1', 'https://host', '/v1', false],
    ['https://host:8200', 'https://host:8200', 'https://host:8200', '', false],
    ['http://[::1]:8200/v1', 'http://[::1]:8200/v1', 'http://[::1]:8200', '/v1', false],
    ['http://10.0.0.1:8200/a/v1', 'http://10.0.0.1:8200/a/v1', 'http://10.0.0.1:8200', '/a/v1', true],
    [
      'https://xn--bcher-kva.example/v1',
      'https://xn--bcher-kva.example/v1',
      'https://xn--bcher-kva.example',
      '/v1',
      false,
    ],
    [
      'http://localhost.evil.example',
      'http://localhost.evil.example',
      'http://localhost.evil.example',
      '',
      true,
    ],
    [
      'http://127.0.0.1.evil.example',
      'http://127.0.0.1.evil.example',
      'http://127.0.0.1.evil.example',
      '',
      true,
    ],
  ])('is normalized: %s', (text, baseUrl, origin, basePath, exposed) => {
    expect(parse(text)).toEqual({ baseUrl, origin, basePath, exposed });
  });

  it('for a Unix socket gets the base path of its service', () => {
    expect(parse('unix:///run/vault.sock')).toEqual({
      baseUrl: 'http://localhost/v1',
      origin: 'unix:///run/vault.sock',
      basePath: '/v1',
      socketPath: '/run/vault.sock',
      exposed: false,
    });
  });

  it.each([
    ['', 'does not start'],
    ['host', 'does not start'],
    ['//host', 'does not start'],
    ['file:///etc/passwd', 'does not start'],
    ['javascript:alert(1)', 'does not start'],
    ['ftp://host/', 'does not start'],
    ['https:host', 'does not start'],
    ['https:///v1', 'host name'],
    ['https://', 'host name'],
    ['https://user:hunter2@host/v1', 'user name or password'],
    ['https://hunter2@host/v1', 'user name or password'],
    ['https://host%2F10.0.0.1/', 'host name'],
    ['https://ho%73t/', 'host name'],
    ['https://host:0/', 'port'],
    ['https://host:99999/', 'port'],
    ['https://host:65536/', 'port'],
    ['https://host:/', 'port'],
    ['https://host:8x/', 'port'],
    ['https://host:80:80/', 'port'],
    ['https://evil\u3002example/', 'position 13'],
    ['https://bücher.example/', 'xn--'],
    ['https://[::1', 'host name'],
    ['https://[zz]/', 'host name'],
    ['https://host/v1/..', '".."'],
    ['https://host/../v1', '".."'],
    ['https://host/%2e%2e/v1', '".."'],
    ['https://host/.%2E/v1', '".."'],
    ['https://host/./v1', '"."'],
    ['https://host//v1', 'empty path segment'],
    ['https://host/a%2fb', 'character in its path'],
    ['https://host/a%00b', 'character in its path'],
    ['https://host/a%zz', 'character in its path'],
    ['https://host/v1?token=hunter2', 'query'],
    ['https://host/v1#x', 'fragment'],
    ['https://host\\@evil.example/', 'backslash'],
    ['https://host/ v1', 'position 14'],
    [' https://host/', 'position 1 '],
    ['https://host/\r\nX: 1', 'position 14'],
    ['https://host\0/', 'position 13'],
    ['https://0x7f.1/', 'canonical form'],
    ['https://2130706433/', 'canonical form'],
    ['https://127.1/', 'canonical form'],
    ['unix://relative/x.sock', 'three slashes'],
    ['unix:///run/../x.sock', '".."'],
  ])('%j is refused', async (text, why) => {
    const error = await errorOf(() => parse(text));
    expect(error.exit).toBe(3);
    expect(error.message).toContain('TRIVET_SECRETS_URL');
    expect(error.message).toContain(why);
    expect(error.message + String(error.details.hint) + String(error.details.cause)).not.toContain('hunter2');
  });

  it('is read as by a URL parser, whatever the text', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'host',
      '.',
      '..',
      '/',
      '%2e',
      '@',
      ':',
      '8',
      '#',
      '?',
      '\\',
      '[',
      ']',
      '::1',
      'v1',
      '%2F',
      '\u3002',
      '-',
    );
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(piece, { maxLength: 9 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        let result: ReturnType<typeof parse>;
        try {
          result = parse(given);
        } catch {
          return;
        }
        if (result.socketPath !== undefined) return;
        const url = new URL(given);
        expect(url.username + url.password + url.search + url.hash).toBe('');
        expect(result.origin).toBe(url.origin);
        expect(result.baseUrl).toBe(url.href.replace(/\/+$/, ''));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a vendor address', () => {
  it.each([
    ['https://host:8200', 'secrets', 'https://host:8200/v1'],
    ['https://host:8200/', 'secrets', 'https://host:8200/v1'],
    ['https://host:8200/v1', 'secrets', 'https://host:8200/v1'],
    ['https://host/vault', 'secrets', 'https://host/vault/v1'],
    ['https://host', 'workspaces', 'https://host/api/v2'],
    ['https://host/api/v2/', 'workspaces', 'https://host/api/v2'],
    ['https://host:4646', 'jobs', 'https://host:4646'],
    ['unix:///run/x.sock', 'secrets', 'unix:///run/x.sock'],
  ] as const)('gets the suffix of its service: %s of %s', (text, service, expected) => {
    expect(withSuffix(text, service)).toBe(expected);
  });
});
