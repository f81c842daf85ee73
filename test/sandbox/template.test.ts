import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Template, TemplateError } from '../../src/sandbox/secrets/template.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 20, 26, 40);
const DATA = { DisplayName: 'Ann-Lee_x', RoleName: 'dev', Count: 7 };

function render(source: string, language: 'username' | 'ldif' = 'username'): string {
  return new Template(source, language).render(DATA, NOW);
}

describe('fields and pipes (2.2.4-25, 2.2.4-26)', () => {
  it('are replaced, with or without spaces, while dashes and underscores stay', () => {
    expect(render('v_{{.DisplayName}}_{{ .RoleName }}')).toBe('v_Ann-Lee_x_dev');
  });

  it('chain functions from left to right', () => {
    expect(render('{{ .DisplayName | replace "-" "." | uppercase | truncate 5 }}')).toBe('ANN.L');
    expect(render('{{ truncate 3 (uppercase .DisplayName) }}')).toBe('ANN');
  });

  it('are refused for a field that the data lack', () => {
    expect(() => render('{{ .Password }}')).toThrow(/can't evaluate field Password/);
    expect(() => render('{{ .constructor }}')).toThrow(TemplateError);
  });
});

describe('template functions (2.2.4-27)', () => {
  it('include random, which returns that many letters and digits, different each time', () => {
    expect(render('{{ random 20 }}')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(render('{{ random 20 }}')).not.toBe(render('{{ random 20 }}'));
  });

  it('include truncate, which keeps a short text', () => {
    expect(render('{{ .RoleName | truncate 10 }}')).toBe('dev');
  });

  it('include truncate_sha256, which ends in 8 letters of the hash of the removed text', () => {
    const cut = createHash('sha256').update('cdefghijklmnop').digest('hex').slice(0, 8);
    expect(render('{{ "abcdefghijklmnop" | truncate_sha256 10 }}')).toBe(`ab${cut}`);
    expect(render('{{ "abcdefghij" | truncate_sha256 10 }}')).toBe('abcdefghij');
  });

  it('include case, replace, hash and base64', () => {
    expect(render('{{ .DisplayName | lowercase }}')).toBe('ann-lee_x');
    expect(render('{{ "a.b.c" | replace "." "$&" }}')).toBe('a$&b$&c');
    expect(render('{{ "abc" | sha256 }}')).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(render('{{ "abc" | base64 }}')).toBe('YWJj');
  });

  it('include time functions, which use the given clock', () => {
    expect(render('{{ unix_time }}')).toBe(String(Math.floor(NOW / 1000)));
    expect(render('{{ unix_time_millis }}')).toBe(String(NOW));
    expect(render('{{ timestamp "2006-01-02T15:04:05Z" }}')).toBe('2026-11-21T03:20:26Z');
    expect(render('{{ timestamp "Mon Jan _2 3:04PM 06 .000 Z07:00" }}')).toBe('Sat Nov 21 3:20AM 26 .040 Z');
  });

  it('include uuid', () => {
    expect(render('{{ uuid }}')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('include printf', () => {
    expect(render('{{ printf "%s-%03d|%-5s|%q|%x%%" .RoleName .Count "ab" "q\\"" "AB" }}')).toBe(
      'dev-007|ab   |"q\\""|4142%',
    );
    expect(render('{{ printf "%d %s" .RoleName }}')).toBe('%!d(string=dev) %!s(MISSING)');
  });

  it('include utf16le only in LDIF templates (2.2.4-28)', () => {
    expect(render('{{ printf "\\"%s\\"" .RoleName | utf16le | base64 }}', 'ldif')).toBe(
      Buffer.from('"dev"', 'utf16le').toString('base64'),
    );
    expect(() => render('{{ .RoleName | utf16le }}')).toThrow(/function "utf16le" not defined/);
  });
});

describe('conditions (2.2.3-11)', () => {
  const source =
    '{{ if (eq .RoleName "ops") }}A{{ else if and (eq .RoleName "dev") (gt .Count 5) }}B{{ else }}C{{ end }}';

  it('take the branch whose condition is true', () => {
    const template = new Template(source);
    expect(template.render({ RoleName: 'ops', Count: 1 }, NOW)).toBe('A');
    expect(template.render({ RoleName: 'dev', Count: 6 }, NOW)).toBe('B');
    expect(template.render({ RoleName: 'dev', Count: 5 }, NOW)).toBe('C');
  });

  it('trim white space on request', () => {
    expect(render('a  {{- .RoleName -}}  b {{/* left out */}}c')).toBe('adevb c');
  });
});

describe('an invalid template is refused', () => {
  it.each([
    '{{ .RoleName',
    '{{ nothing }}',
    '{{ .RoleName | "x" }}',
    '{{ if .RoleName }}a',
    'a{{ end }}',
    '{{ (uppercase .RoleName }}',
    '{{ }}',
    '{{ if .RoleName }}a{{ else }}b{{ else }}c{{ end }}',
  ])('when parsed: %s', (source) => {
    expect(() => new Template(source)).toThrow(TemplateError);
  });

  it.each(['{{ truncate .RoleName }}', '{{ random "x" }}', '{{ uppercase }}', '{{ random 0 }}'])(
    'when rendered: %s',
    (source) => {
      expect(() => render(source)).toThrow(TemplateError);
    },
  );
});
