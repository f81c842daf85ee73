/** Tests that settings of vendors' tools are read as those tools read them. */
import { expect, test } from 'vitest';
import { hclSettings, textsOf } from '../../../src/documents/hcl-settings.ts';

const tokenIn = (text: string): readonly string[] =>
  hclSettings(text).flatMap(({ keys, body }) =>
    keys[0] === 'credentials' ? [`${keys[1]}=${textsOf(body, 'token').join()}`] : [],
  );

test.each([
  ['plain', 'credentials "a.example" {\n  token = "t"\n}\n'],
  ['in one line', 'credentials "a.example" { token="t" }'],
  ['a comment behind the token', 'credentials "a.example" {\n  token = "t" # mine\n}\n'],
  ['two slashes behind the token', 'credentials "a.example" {\n  token = "t" // mine\n}\n'],
  [
    'a comment of several lines before it',
    '/* credentials "b.example" { token = "no" }\n*/ credentials "a.example" { token = "t" }',
  ],
  ['a comment within', 'credentials /* of */ "a.example" { /* { */ token = /* = */ "t" }'],
  [
    'a commented block',
    '# credentials "b.example" {\n#   token = "no"\n# }\ncredentials "a.example" {\n  token = "t"\n}\n',
  ],
  [
    'other attributes around',
    'plugin_cache_dir = "/x" credentials "a.example" { other = "o"\n token = "t"\n more = ["a"] }',
  ],
  ['quoted keys', '"credentials" "a.example" { "token" = "t" }'],
  ['an escape', String.raw`credentials "a.example" { token = "\u0074" }`],
  ['Windows line ends', 'credentials "a.example" {\r\n  token = "t"\r\n}\r\n'],
  ['a heredoc', 'credentials "a.example" {\n  token = <<EOF\nt\nEOF\n}\n'],
  [
    'blocks before and after',
    'provider_installation {\n  direct {}\n}\ncredentials "a.example" { token = "t" }\nhost "x" { services = { a = "b" } }',
  ],
])('%s', (_, text) => {
  expect(tokenIn(text)).toEqual(['a.example=t']);
});

test('a text that looks like a comment is a text', () => {
  expect(textsOf(hclSettings('token_helper = "/opt/#1//x" # why\n'), 'token_helper')).toEqual(['/opt/#1//x']);
});

test('a list has its texts', () => {
  const [helper] = hclSettings('credentials_helper "mine" {\n  args = ["--a", # one\n "b\\"c"]\n}');
  expect(helper?.keys).toEqual(['credentials_helper', 'mine']);
  expect(textsOf(helper?.body ?? [], 'args')).toEqual(['--a', 'b"c']);
});

test.each(['', '}', '{', '= "x"', 'a {', 'a = [', '"', '/*', '<<EOF\n', 'a = "x'])('%j ends', (text) => {
  expect(Array.isArray(hclSettings(text))).toBe(true);
});
