/** Tests the package of recorded fixtures beside the installed package that replays them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { call, filesBelow, outputOf, readJson, run } from './project.js';

const { folder } = inject('withTools');
const gallery = 'node_modules/halley-devnet-fixtures';
const entries = readJson(join(folder, gallery, 'index.json')) as readonly { readonly name: string }[];

describe('the package of fixtures', () => {
  it('contains every file of the gallery in the repository, and no other', () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: join(ROOT, 'fixtures'), encoding: 'utf8' });
    expect(filesBelow(join(folder, gallery))).toEqual(tracked.split('\0').filter(Boolean).sort());
    expect(entries.length).toBeGreaterThan(0);
  });

  it.each(['transfer'])('is replayed by the installed command: %s', async (name) => {
    const { url } = await outputOf(
      folder,
      /(?<url>http:\/\/127\.0\.0\.1:\d+)/,
      ...(['npx', 'halley', 'fixtures', 'replay', join(gallery, name), '--free-ports'] as const),
    );
    const recorded = readJson(join(folder, gallery, name, 'formats/flat', `${name}.json`))
      .filter((exchange: { kind: string; server: string }) => exchange.kind === 'http' && exchange.server === 'evm')
      .map(({ request, response }: { request: string; response: string }) => [
        JSON.parse(request),
        JSON.parse(response),
      ]);
    const [[{ method, params }, { result }]] = recorded;
    expect(await call(url as string, method, ...params)).toEqual(result);
  });

  it('gives the same bytes when the installed command records it again', async () => {
    const { code, output } = await run(folder, 'npx', 'halley', 'fixtures', 'check', join(gallery, 'transfer'));
    expect([code, output]).toEqual([0, expect.stringMatching(/ 0 different/)]);
  });
});
