import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Template, TemplateError } from '../../src/sandbox/secrets/template.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 20, 26, 40);
const DATA = { DisplayName: 'Ann-Lee_x', RoleName: 'dev', Count: 7 };

function render(source: string, language: 'username' | 'ldif' = 'username'): string {
  return new Template(source, language).render(DATA, NOW);
}

describe('fields and pipes (2.2.4-25, 2.2.4-26)', () => {
  it('puts fields in, with or without spaces, and leaves dashes and underscores alone', () => {
    expect(render('v_{{.DisplayName}}_{{ .RoleName }}')).toBe('v_Ann-Lee_x_dev');
  });

  it('chains functions from left to right', () => {
    expect(render('{{ .DisplayName | replace "-" "." | uppercase | truncate 5 }}')).toBe('ANN.L');
    expect(render('{{ truncate 3 (uppercase .DisplayName) }}')).toBe('ANN');
  });

  it('refuses a field that the data lack', () => {
    expect(() => render('{{ .Password }}')).toThrow(/can't evaluate field Password/);
    expect(() => render('{{ .constructor }}')).toThrow(TemplateError);
  });
});

describe('functions (2.2.4-27)', () => {
  it('random gives that many letters and digits, different each time', () => {
    expect(render('{{ random 20 }}')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(render('{{ random 20 }}')).not.toBe(render('{{ random 20 }}'));
  });

  it('truncate leaves a short text alone', () => {
    expect(render('{{ .RoleName | truncate 10 }}')).toBe('dev');
  });

  it('truncate_sha256 ends in 8 letters of the hash of what was cut off', () => {
    const cut = createHash('sha256').update('cdefghijklmnop').digest('hex').slice(0, 8);
    expect(render('{{ "abcdefghijklmnop" | truncate_sha256 10 }}')).toBe(`ab${cut}`);
    expect(render('{{ "abcdefghij" | truncate_sha256 10 }}')).toBe('abcdefghij');
  });

  it('case, replace, hash and base64', () => {
    expect(render('{{ .DisplayName | lowercase }}')).toBe('ann-lee_x');
    expect(render('{{ "a.b.c" | replace "." "$&" }}')).toBe('a$&b$&c');
    expect(render('{{ "abc" | sha256 }}')).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(render('{{ "abc" | base64 }}')).toBe('YWJj');
  });

  it('time functions read the clock they are given', () => {
    expect(render('{{ unix_time }}')).toBe(String(Math.floor(NOW / 1000)));
    expect(render('{{ unix_time_millis }}')).toBe(String(NOW));
    expect(render('{{ timestamp "2006-01-02T15:04:05Z" }}')).toBe('2026-11-21T03:20:26Z');
    expect(render('{{ timestamp "Mon Jan _2 3:04PM 06 .000 Z07:00" }}')).toBe('Sat Nov 21 3:20AM 26 .040 Z');
  });

  it('uuid', () => {
    expect(render('{{ uuid }}')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('printf', () => {
    expect(render('{{ printf "%s-%03d|%-5s|%q|%x%%" .RoleName .Count "ab" "q\\"" "AB" }}')).toBe(
      'dev-007|ab   |"q\\""|4142%',
    );
    expect(render('{{ printf "%d %s" .RoleName }}')).toBe('%!d(string=dev) %!s(MISSING)');
  });

  it('utf16le exists in LDIF templates only (2.2.4-28)', () => {
    expect(render('{{ printf "\\"%s\\"" .RoleName | utf16le | base64 }}', 'ldif')).toBe(
      Buffer.from('"dev"', 'utf16le').toString('base64'),
    );
    expect(() => render('{{ .RoleName | utf16le }}')).toThrow(/function "utf16le" not defined/);
  });
});

describe('conditions (2.2.3-11)', () => {
  const source =
    '{{ if (eq .RoleName "ops") }}A{{ else if and (eq .RoleName "dev") (gt .Count 5) }}B{{ else }}C{{ end }}';

  it('takes the branch that holds', () => {
    const template = new Template(source);
    expect(template.render({ RoleName: 'ops', Count: 1 }, NOW)).toBe('A');
    expect(template.render({ RoleName: 'dev', Count: 6 }, NOW)).toBe('B');
    expect(template.render({ RoleName: 'dev', Count: 5 }, NOW)).toBe('C');
  });

  it('trims white space where it is told to', () => {
    expect(render('a  {{- .RoleName -}}  b {{/* left out */}}c')).toBe('adevb c');
  });
});

describe('what is no template', () => {
  it.each([
    '{{ .RoleName',
    '{{ nothing }}',
    '{{ .RoleName | "x" }}',
    '{{ if .RoleName }}a',
    'a{{ end }}',
    '{{ (uppercase .RoleName }}',
    '{{ }}',
    '{{ if .RoleName }}a{{ else }}b{{ else }}c{{ end }}',
  ])('%s', (source) => {
    expect(() => new Template(source)).toThrow(TemplateError);
  });

  it.each(['{{ truncate .RoleName }}', '{{ random "x" }}', '{{ uppercase }}', '{{ random 0 }}'])(
    '%s fails when rendered',
    (source) => {
      expect(() => render(source)).toThrow(TemplateError);
    },
  );
});
