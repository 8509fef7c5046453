/** Plants functions that are too long, and checks which are found. */
import { expect, it } from 'vitest';
import { MAX_LINES, scan, scanFile } from '../../scripts/checks/function_lengths.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

const FILE = 'src/app/planted.ts';
const body = (lines: number): string => '  work();\n'.repeat(lines - 2);
const declared = (lines: number): string => `export function planted(): void {\n${body(lines)}}\n`;
const found = (text: string): readonly string[] => scanFile(FILE, text).map(({ line, what }) => `${line}: ${what}`);
const tooLong = (name: string, line = 1): string =>
  `${line}: ${name} has ${MAX_LINES + 1} lines, more than ${MAX_LINES}: split it`;

it('accepts a function of the greatest length, whatever its comment adds', () => {
  expect(found(`/**\n * One.\n *\n * Two.\n */\n${declared(MAX_LINES)}`)).toEqual([]);
});

it.each([
  ['function', declared(MAX_LINES + 1), tooLong('planted')],
  ['arrow function', `const planted = () => {\n${body(MAX_LINES + 1)}};\n`, tooLong('planted')],
  ['method', `class X {\n  planted() {\n${body(MAX_LINES + 1)}}\n}\n`, tooLong('planted', 2)],
  ['member of an object', `const x = {\n  planted() {\n${body(MAX_LINES + 1)}},\n};\n`, tooLong('planted', 2)],
  ['constructor', `class X {\n  constructor() {\n${body(MAX_LINES + 1)}}\n}\n`, tooLong('a function', 2)],
  ['callback', `run(() => {\n${body(MAX_LINES + 1)}});\n`, tooLong('a function')],
])('finds a long %s', (_, text, finding) => {
  expect(found(text)).toEqual([finding]);
});

it('accepts a long function whose comment says why', () => {
  expect(found(`// Long: one case for each opcode.\n${declared(200)}`)).toEqual([]);
  expect(found(`/**\n * Runs.\n *\n * Long: one case for each opcode.\n */\n${declared(200)}`)).toEqual([]);
});

it('refuses an empty reason, and a reason without a long function', () => {
  expect(found(`// Long: yes\n${declared(MAX_LINES + 1)}`)).toEqual([tooLong('planted', 2)]);
  expect(found(`// Long: one case for each opcode.\n${declared(5)}`)).toEqual([
    '2: a reason for a long function that is not long',
  ]);
});

it('reads sources and scripts', () => {
  const project = TempProject.of(ROOT, []);
  project.plant(FILE, declared(MAX_LINES + 1));
  project.plant('scripts/planted.mjs', declared(MAX_LINES + 1));
  expect(scan(project.root)).toEqual([`${FILE}:${tooLong('planted')}`, `scripts/planted.mjs:${tooLong('planted')}`]);
  project.clear();
});
