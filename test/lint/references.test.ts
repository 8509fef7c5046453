/** Plants broken references in comments and documents, and a section that no reference cites. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citedIn, scan, sectionsOf } from '../../scripts/checks/reference_scan.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

/** Builds page names at run time, so that the check ignores those in this file. */
const page = (name: string): string => `${name}.md`;
const PAGE = page('rules');
const TEXT = '# Rules\n\n## 1 One\n\nSee section 1.2.\n\n### 1.2 Two\n\n| # | what |\n| --- | --- |\n| 7 | seven |\n';

describe('the check for references', () => {
  let project: TempProject;
  beforeAll(() => {
    project = TempProject.of(ROOT, []);
  });
  afterAll(() => project.clear());

  /** Returns the findings in a tree of one page, one source that cites all of it, and the planted files. */
  function findings(planted: Readonly<Record<string, string>>): readonly string[] {
    project.clear();
    project = TempProject.of(ROOT, []);
    project.plant(`docs/specification/${PAGE}`, TEXT);
    project.plant('src/sound.ts', `/** Sound (${PAGE} 1, 1.2 row 7; ${PAGE}). */\n`);
    for (const [file, text] of Object.entries(planted)) project.plant(file, text);
    return scan(project.root);
  }

  it('finds nothing when all references are valid', () => {
    expect(
      findings({ 'README.md': `[rules](docs/specification/${PAGE}#12-two), \`src/sound.ts\`, [web](https://x.y)\n` }),
    ).toEqual([]);
  });

  it.each([
    ['a section', `${PAGE} 1.3`, `${PAGE} has no section 1.3`],
    ['one of a list', `${PAGE} 1 and 2`, `${PAGE} has no section 2`],
    ['the end of a range', `${PAGE} 1.2–1.3`, `${PAGE} has no section 1.3`],
    ['a row', `${PAGE} 1.2 rows 7 to 8`, `${PAGE} 1.2 has no row 8`],
    ['a page', `${page('other')} 1`, `${page('other')} is not there`],
    ['a page without a number', page('other'), `${page('other')} is not there`],
    ['a section without a page', `(${1.2})`, `"/** As (${1.2})" names no document`],
    ['a remark without a page', `(${13}, #${2})`, `"/** As (${13}, #${2})" names no document`],
    ['a document without a name', `(${'reference'} 1.2)`, `"${'reference'} 1" names no document`],
  ])('finds %s that does not exist', (_, words, what) => {
    expect(findings({ 'test/planted.ts': `\n/** As ${words} says. */\n` })).toEqual([`test/planted.ts:2: ${what}`]);
  });

  it('follows a citation into the next line of a comment', () => {
    const text = `/**\n * As ${PAGE}\n * 1.2, 4 says.\n */\n`;
    expect(findings({ 'src/planted.ts': text })).toEqual([`src/planted.ts:2: ${PAGE} has no section 4`]);
  });

  it.each([
    ['file', '[x](src/gone.ts)', 'src/gone.ts is not there'],
    ['heading', `[x](docs/specification/${PAGE}#2-gone)`, `docs/specification/${PAGE}#2-gone names no heading`],
    ['path', '`src/gone.ts`', 'src/gone.ts is not there'],
  ])('finds a %s that a document names and that does not exist', (_, words, what) => {
    expect(findings({ 'ARCHITECTURE.md': `\n${words}\n` })).toEqual([`ARCHITECTURE.md:2: ${what}`]);
  });

  it('finds a file that the README of a folder names and that is not in it', () => {
    const readme = `src/${page('README')}`;
    const text = '`sound.ts`, `src/sound.ts`, `methods/NAME.ts`, `gone.ts`\n';
    expect(findings({ [readme]: text })).toEqual([`${readme}:1: src has no gone.ts`]);
  });

  it.each(['README', 'docs/guide', 'examples/one'].map(page))(
    'finds a link in %s that leads out of the package',
    (file) => {
      const up = '../'.repeat(file.split('/').length - 1);
      const planted = (files: readonly string[]) => ({
        'package.json': JSON.stringify({ files }),
        [file]: `[x](${up}bench/run.ts)\n`,
        'bench/run.ts': '',
      });
      expect(findings(planted(['docs', 'examples']))).toEqual([`${file}:1: ${up}bench/run.ts is not in the package`]);
      expect(findings(planted(['docs', 'examples', '!dist/x', 'bench/run.ts']))).toEqual([]);
    },
  );

  it('finds a section that no reference cites, unless it is an overview', () => {
    const text = `${TEXT}\n## 2 Dead\n\n## 3 Alive (overview)\n`;
    const line = text.slice(0, text.indexOf('## 2')).split('\n').length;
    expect(findings({ [`docs/specification/${PAGE}`]: text })).toEqual([
      `docs/specification/${PAGE}:${line}: no source cites section 2`,
    ]);
  });

  it('finds a missing section that a page cites in itself', () => {
    const text = `${TEXT}\nSee section 9.\n`;
    expect(findings({ [`docs/specification/${PAGE}`]: text })).toEqual([
      `docs/specification/${PAGE}: ${PAGE} has no section 9`,
    ]);
  });
});

it('reads lists, ranges and rows', () => {
  expect(citedIn('4.1 rows 7 to 9 and 4.4')).toEqual([
    { number: '4.1', rows: [7, 8, 9] },
    { number: '4.4', rows: [] },
  ]);
  expect(citedIn('9.2–9.4, 2').map(({ number }) => number)).toEqual(['9.2', '9.3', '9.4', '2']);
  expect([...sectionsOf(TEXT).keys()]).toEqual(['1', '1.2']);
});
