/** Plants every word that is refused, and checks that it is found in each place. */
import { describe, expect, it } from 'vitest';
import { ALLOWED, PHRASES, scan, scanFile, WORDS } from '../../scripts/checks/words.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

const FILE = 'src/app/planted.ts';
/** Returns a planted document: in one piece, the check of references would look for it. */
const page = (name: string): string => `${name}.md`;
const wordsOf = (rules: Readonly<Record<string, string>>): readonly (readonly [word: string, instead: string])[] =>
  Object.entries(rules).flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const));
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const findings = (text: string, file = FILE): readonly string[] =>
  scanFile(file, text).map(({ line, what }) => `${line}: ${what}`);
const refused = (line: number, word: string, instead: string): string =>
  `${line}: "${word}" is not a word of this project: use ${instead}`;

describe.each(wordsOf(WORDS))('the word "%s"', (word, instead) => {
  it('is found in comments, texts, documents and names of files', () => {
    expect(findings(`\n// One ${word} here.\n`)).toEqual([refused(2, word, instead)]);
    expect(findings(`export const x = 'it is ${word}';\n`)).toEqual([refused(1, word, instead)]);
    expect(findings(`${capital(word)} it is.\n`, page('docs/planted'))).toEqual([refused(1, capital(word), instead)]);
    expect(findings('', `src/app/${word}_tx.ts`)).toEqual([refused(0, word, instead)]);
  });

  it('is found in names, but not within another word', () => {
    for (const name of [`${word}Tx`, `is${capital(word)}`, `MAX_${word.toUpperCase()}_TXS`])
      expect(findings(`export const ${name} = 1;\n`), name).toHaveLength(1);
    expect(findings(`export const x${word} = 'x${word}x';\n`)).toEqual([]);
  });
});

it.each([
  ['interface [ABC]', 'interface B'],
  ['last words', 'last words'],
  ['native contracts?', 'native contracts'],
  ['pure rooms?', 'pure room'],
  ['(?:below|above|at) the tip', 'below the tip'],
  ['tip of the chain', 'tip of the chain'],
  ['what waits', 'what waits'],
  ['who asks', 'who asks'],
])('the phrase "%s" is found, also across a line break of a comment', (phrase, planted) => {
  const instead = PHRASES[phrase] ?? '';
  expect(findings(`${capital(planted)}.\n`, page('docs/planted'))).toContain(refused(1, capital(planted), instead));
  const broken = planted.replace(' ', '\n * ');
  expect(findings(`/**\n * It is ${broken}.\n */\n`)).toContain(refused(2, planted, instead));
});

it('plants every phrase', () => {
  expect(Object.keys(PHRASES)).toHaveLength(8);
});

it('allows a word where the wire, a store or a seed knows it, and says why', () => {
  for (const { file, line, why } of ALLOWED) {
    expect(why.length, file).toBeGreaterThan(10);
    expect(line.source.length, file).toBeGreaterThan(3);
  }
  const text = `draw('trouble \${i}');\n`;
  expect(findings(text, 'src/simulation/campaign/fault_draws.ts')).toEqual([]);
  expect(findings(text, 'src/simulation/campaign/other.ts')).toHaveLength(1);
});

it('reads the whole tree but what is recorded', () => {
  const project = TempProject.of(ROOT, []);
  const text = '// It is told.\n';
  for (const file of ['src/app/a.ts', 'scripts/b.mjs', 'test/app/c.test.ts', 'test/vectors/d.ts', 'src/e.generated.ts'])
    project.plant(file, text);
  for (const file of ['README', 'docs/f', 'CHANGELOG', 'docs/glossary'].map(page)) project.plant(file, text);
  const places = scan(project.root).map((finding) => finding.split(': "')[0]);
  expect(places).toEqual([
    'README.md:1',
    'src/app/a.ts:1',
    `${page('docs/f')}:1`,
    'scripts/b.mjs:1',
    'test/app/c.test.ts:1',
  ]);
  project.clear();
});
