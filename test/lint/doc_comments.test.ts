/** Plants doc comments that are as CONTRIBUTING asks, and some that are not, and checks which are found. */
import { expect, it } from 'vitest';
import { needlessVerbIn, problemOf, scan, scanFile } from '../../scripts/checks/doc_comments.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

it.each([
  'Returns the last decided height.',
  'Limits the bytes of one body; undefined means no limit.',
  '`undefined` before the first block is decided.',
  'ed25519 signs without randomness (RFC 8032).',
  'geth reports it with code 3:\n * - one\n * - two',
  'Decodes a block.\n *\n * ```ts\n * decode(bytes);\n * ```',
  'Throws `TxFailure`.\n * @example x',
])('accepts "%s" of a function', (prose) => {
  expect(problemOf(`/**\n * ${prose}\n */`, true)).toBeUndefined();
});

it.each([
  ['the height at which it was cast.', 'does not begin with a capital letter'],
  ['Returns the height', 'does not end with a full stop'],
  ['Of the height before.', 'begins with "Of", which makes no sentence'],
  ['What a call costs.', 'begins with "What", which makes no sentence'],
  ['Whether the caller is local.', 'begins with "Whether", which makes no sentence'],
  ['Ascending by address. It throws TxFailure.', 'has no verb in its first sentence'],
  ['The header of the latest block.', 'has no verb in its first sentence'],
])('refuses "%s" of a function', (prose, problem) => {
  expect(problemOf(`/** ${prose} */`, true)).toBe(problem);
});

it.each([
  'Height of the block.',
  'Most bytes of a body.',
  'Whether the caller is local.',
  '32 bytes.',
  'Names of the modules.',
  'Limits for a message.',
  'Hash of the block. It is empty at first.',
])('accepts "%s" of a field', (prose) => {
  expect(problemOf(`/** ${prose} */`, false)).toBeUndefined();
});

it.each([
  ['Is the height.', 'begins with the verb "Is" and is of no function'],
  ['Holds a header.', 'begins with the verb "Holds" and is of no function'],
  ['Names\n * the proposer.', 'begins with the verb "Names" and is of no function'],
  ['Limits the bytes of a body.', 'begins with the verb "Limits" and is of no function'],
  ['Why it failed.', 'begins with "Why", which makes no sentence'],
  ['Height of the block', 'does not end with a full stop'],
])('refuses "%s" of a field', (prose, problem) => {
  expect(problemOf(`/**\n * ${prose}\n */`, false)).toBe(problem);
});

it('takes a needless verb alone as the fault of a symbol inside', () => {
  expect(needlessVerbIn('/** in order */')).toBeUndefined();
  expect(needlessVerbIn('/** Counts blocks */')).toBe('begins with the verb "Counts" and is of no function');
});

it('reads the comments of exported symbols, and needless verbs of all others', () => {
  const text = [
    '/** Names one file. */',
    "import './x.js';",
    '/** Of one. */\nconst x = 1;',
    '/** Of two. */\nexport const y = x;',
    '/** @internal */\nexport type Z = 1;',
    '/** Counts blocks. */\nexport const count = () => 1;',
    '/** Lists blocks. */\nexport type List = () => void;',
    '/** Block. */\ninterface Block {\n  /** Is its height. */\n  readonly height: bigint;',
    '  /** Names a peer. */\n  readonly name?: ((id: string) => string) | undefined;',
    '  /** Sets the height. */\n  set(height: bigint): void;\n}',
  ].join('\n');
  expect(scanFile('src/app/planted.ts', text)).toEqual([
    { file: 'src/app/planted.ts', line: 5, what: 'the doc comment begins with "Of", which makes no sentence' },
    { file: 'src/app/planted.ts', line: 15, what: 'the doc comment begins with the verb "Is" and is of no function' },
  ]);
});

it('reads sources that are not generated', () => {
  const project = TempProject.of(ROOT, []);
  for (const file of ['src/app/a.ts', 'src/app/b.generated.ts', 'src/rpc/c.ts', 'test/app/d.ts'])
    project.plant(file, '/** Of one. */\nexport const x = 1;\n');
  expect(scan(project.root).map((finding) => finding.split(': ')[0])).toEqual(['src/app/a.ts:1', 'src/rpc/c.ts:1']);
  project.clear();
});
