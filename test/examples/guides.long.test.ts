/** Runs every block of README.md and of the guides that is not marked, and compares the output that they show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { GuideProject } from './guides/guide_project.js';
import { outputPattern, stepsOf } from './guides/steps.js';

/** Allows for guides with many programs, and for commands that show heights in real time. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const GUIDES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs/guides'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `docs/guides/${name}`),
];

describe('the blocks of', () => {
  it.each(GUIDES)('%s run and print what the guide shows', async (guide) => {
    const steps = stepsOf(readFileSync(join(ROOT, guide), 'utf8'));
    expect(steps.length).toBeGreaterThan(0);
    // A step ends when its devnets do, whose output is its own: npx must end them.
    const project = await GuideProject.create({ npx: guide === 'docs/guides/ci.md' });
    for (const step of steps) {
      const where = `${guide}:${step.line}`;
      const output = await project.run(step).catch((error: Error) => {
        throw new Error(`${where}: ${error.message}`);
      });
      const expected = step.type === 'shell' || step.type === 'program' ? step.expected : [];
      if (expected.length > 0) expect(output, where).toMatch(outputPattern(expected));
      else expect(output, where).not.toContain('"error":{');
    }
  });
});

describe('the reader of guides', () => {
  const fenced = (language: string, text: string, mark = ''): string => `${mark}\n\`\`\`${language}\n${text}\n\`\`\`\n`;

  it('continues a program with the blocks that import nothing, and collects their output', () => {
    const guide = [
      fenced('ts', "import { a } from 'b';"),
      fenced('text', 'one'),
      fenced('ts', 'a();'),
      fenced('text', 'two …'),
    ].join('');
    expect(stepsOf(guide)).toEqual([
      { type: 'program', line: 2, text: "import { a } from 'b';\na();", expected: ['one', 'two …'] },
    ]);
    expect('one\ntwo three\n').toMatch(outputPattern(['one', 'two …']));
    expect('zero\none\ntwo three\n').not.toMatch(outputPattern(['one', 'two …']));
  });

  it('takes a devnet in the foreground as a server, and other commands as they are', () => {
    const commands = [
      'npx halley-devnet --validators 7',
      'npx halley-devnet init --home x',
      'npx halley-devnet --json &',
    ];
    expect(stepsOf(commands.map((command) => fenced('sh', command)).join('')).map(({ type }) => type)).toEqual([
      'server',
      'shell',
      'shell',
    ]);
  });

  it('writes files, stops devnets, and leaves out what is marked with a reason', () => {
    const guide = [
      fenced('json', '{}', '<!-- file: a.json -->'),
      fenced('sh', 'forge', '<!-- not run: needs Foundry -->'),
      fenced('sh', 'true', '<!-- stop -->'),
    ].join('');
    expect(stepsOf(guide).map(({ type }) => type)).toEqual(['file', 'stop', 'shell']);
    expect(() => stepsOf(fenced('sh', 'forge', '<!-- not run: -->'))).toThrow('unknown mark');
    expect(() => stepsOf(fenced('toml', 'a = 1'))).toThrow('must be marked');
    expect(() => stepsOf(fenced('ts', 'a();'))).toThrow('continues no program');
  });
});
