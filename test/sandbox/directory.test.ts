import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/sandbox/secrets/ldap/directory.ts';
import { Directory } from '../../src/sandbox/secrets/ldap/directory.ts';
import { parseLdif } from '../../src/sandbox/secrets/ldap/ldif.ts';

function entry(dn: string, attributes: Readonly<Record<string, readonly string[]>> = {}): Entry {
  return { dn, attributes: new Map([['objectclass', ['top']], ...Object.entries(attributes)]) };
}

function tree(): Directory {
  const directory = new Directory(entry('dc=example'));
  directory.add(entry('ou=users,dc=example'));
  directory.add(entry('uid=ann,ou=users,dc=example', { uid: ['ann'], mail: ['a@x', 'b@x'] }));
  return directory;
}

const ANN = 'uid=ann,ou=users,dc=example';

describe('the directory', () => {
  it('adds an entry only once, and only below an existing parent', () => {
    const directory = tree();
    expect(() => directory.add(entry('uid=x,ou=absent,dc=example'))).toThrow(/Code 32/);
    expect(() => directory.add(entry(ANN.toUpperCase()))).toThrow(/Code 68/);
    expect(() => directory.add(entry('no name'))).toThrow(/Code 34/);
    expect(() => directory.add({ dn: `cn=x,${ANN}`, attributes: new Map() })).toThrow(/Code 65/);
  });

  it('makes all changes of a modification or none', () => {
    const directory = tree();
    directory.modify(ANN, [
      { operation: 'delete', attribute: 'Mail', values: ['a@x'] },
      { operation: 'add', attribute: 'mail', values: ['c@x'] },
      { operation: 'replace', attribute: 'sn', values: ['Lee'] },
    ]);
    expect(directory.entry(ANN).attributes.get('mail')).toEqual(['b@x', 'c@x']);
    const refused = [
      { operation: 'delete' as const, attribute: 'sn', values: [] },
      { operation: 'add' as const, attribute: 'mail', values: ['b@x'] },
    ];
    expect(() => directory.modify(ANN, refused)).toThrow(/Code 20/);
    expect(directory.entry(ANN).attributes.get('sn')).toEqual(['Lee']);
    expect(() => directory.modify(ANN, [{ operation: 'delete', attribute: 'title', values: [] }])).toThrow(
      /Code 16/,
    );
  });

  it('renames and moves', () => {
    const directory = tree();
    directory.add(entry('ou=old,dc=example'));
    directory.rename(ANN, 'uid=bea', true, 'ou=old,dc=example');
    expect(directory.entry('uid=bea,ou=old,dc=example').attributes.get('uid')).toEqual(['bea']);
    expect(() => directory.entry(ANN)).toThrow(/Code 32/);
    expect(() => directory.rename('ou=old,dc=example', 'ou=new', true)).toThrow(/Code 66/);
  });
});

describe('LDIF', () => {
  it('reads folded lines, comments, base64 and several records', () => {
    const text = [
      'version: 1',
      '# a comment',
      '  that goes on',
      'dn: uid=ann,',
      ' dc=example',
      'objectClass: person',
      'objectClass: top',
      'description:: Z3LDvMOfZQ==',
      '',
      '',
      'dn: cn=g,dc=example',
      'changetype: modify',
      'add: member',
      'member: a',
      'member: b',
      '-',
      'replace: description',
      '-',
      'delete: owner',
      'owner: c',
    ].join('\r\n');
    expect(parseLdif(text)).toEqual([
      {
        kind: 'add',
        dn: 'uid=ann,dc=example',
        attributes: new Map([
          ['objectclass', ['person', 'top']],
          ['description', ['grüße']],
        ]),
      },
      {
        kind: 'modify',
        dn: 'cn=g,dc=example',
        changes: [
          { operation: 'add', attribute: 'member', values: ['a', 'b'] },
          { operation: 'replace', attribute: 'description', values: [] },
          { operation: 'delete', attribute: 'owner', values: ['c'] },
        ],
      },
    ]);
  });

  it('reads a rename', () => {
    expect(
      parseLdif('dn: cn=a,dc=x\nchangetype: modrdn\nnewrdn: cn=b\ndeleteoldrdn: 0\nnewsuperior: ou=y'),
    ).toEqual([{ kind: 'rename', dn: 'cn=a,dc=x', newLeaf: 'cn=b', deleteOld: false, newParent: 'ou=y' }]);
  });

  it.each([
    ['', 'no entry'],
    ['cn: a', "line 1: missing 'dn:'"],
    ['dn: cn=a\n', 'without attributes'],
    ['dn: cn=a\ncn: a\n\n\nnot LDIF', "line 5: missing 'dn:'"],
    ['dn: cn=a\ncn', 'line 2: no attribute'],
    ['dn: cn=a\njpegPhoto:< file:///etc/passwd', 'values by URL'],
    ['dn: cn=a\nchangetype: modify\nadd: x\ny: 1', 'expected a value of x'],
    ['dn: cn=a\nchangetype: modrdn', 'missing newrdn'],
  ])('refuses %j', (text, message) => {
    expect(() => parseLdif(text)).toThrow(message);
  });
});
