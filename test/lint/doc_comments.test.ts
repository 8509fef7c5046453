/** Plants doc comments that are no sentences, and some that are, and checks which are found. */
import { expect, it } from 'vitest';
import { problemOf, scan, scanFile } from '../../scripts/checks/doc_comments.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

it.each([
  'Returns the last decided height.',
  'Limits the bytes of one body; undefined means no limit.',
  '`undefined` before the first block is decided.',
  'The list is sorted by height.',
  'ed25519 signs without randomness (RFC 8032).',
  'geth reports it with code 3:\n * - one\n * - two',
  'Decodes a block.\n *\n * ```ts\n * decode(bytes);\n * ```',
  'Throws `TxFailure`.\n * @example x',
])('accepts "%s"', (prose) => {
  expect(problemOf(`/**\n * ${prose}\n */`)).toBeUndefined();
});

it.each([
  ['the height at which it was cast.', 'does not begin with a capital letter'],
  ['Returns the height', 'does not end with a full stop'],
  ['Of the height before.', 'begins with "Of", which makes no sentence'],
  ['What a call costs.', 'begins with "What", which makes no sentence'],
  ['Whether the caller is local.', 'begins with "Whether", which makes no sentence'],
  ['Ascending by address. It throws TxFailure.', 'has no verb in its first sentence'],
  ['The header of the latest block.', 'has no verb in its first sentence'],
])('refuses "%s"', (prose, problem) => {
  expect(problemOf(`/** ${prose} */`)).toBe(problem);
});

it('reads the comments of exported symbols alone', () => {
  const text =
    '/** Of one. */\nconst x = 1;\n\n/** Of two. */\nexport const y = x;\n\n/** @internal */\nexport type Z = 1;\n';
  expect(scanFile('src/app/planted.ts', text)).toEqual([
    { file: 'src/app/planted.ts', line: 4, what: 'the doc comment begins with "Of", which makes no sentence' },
  ]);
});

it('reads sources that are not generated', () => {
  const project = TempProject.of(ROOT, []);
  for (const file of ['src/app/a.ts', 'src/app/b.generated.ts', 'src/rpc/c.ts', 'test/app/d.ts'])
    project.plant(file, '/** Of one. */\nexport const x = 1;\n');
  expect(scan(project.root).map((finding) => finding.split(': ')[0])).toEqual(['src/app/a.ts:1', 'src/rpc/c.ts:1']);
  project.clear();
});
