import { describe, expect, test } from 'vitest';
import { recordView } from '../../src/model/catalogue/view.ts';
import { filesOf } from '../../src/screen/formats/files-of-item.ts';

const text = { type: 'text', summary: 'PEM' } as const;

const view = recordView({
  fields: { certificate: text, ca_chain: text, private_key: text, csr: text },
  name: 'serial_number',
  columns: [],
  files: [
    { file: 'certificate.pem', path: 'certificate' },
    { file: 'chain.pem', path: 'ca_chain' },
    { file: 'key.pem', path: 'private_key', secret: true },
    { file: 'csr.pem', path: 'csr' },
  ],
});

describe('filesOf', () => {
  test('joins lists, marks secrets, and skips what is absent or empty', () => {
    const item = { certificate: 'C\n', ca_chain: ['A', 'B'], private_key: 'K', csr: null };
    expect(filesOf(view, item)).toEqual([
      { name: 'certificate.pem', text: 'C\n', secret: false },
      { name: 'chain.pem', text: 'A\nB\n', secret: false },
      { name: 'key.pem', text: 'K\n', secret: true },
    ]);
    expect(filesOf(view, { ca_chain: [] })).toEqual([]);
    expect(filesOf({ kind: 'message', text: '' }, item)).toEqual([]);
  });
});
