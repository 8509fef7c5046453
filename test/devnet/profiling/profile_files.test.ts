/** Tests where profiles may be written, in real folders with links that lead out of them. */
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProfileFiles } from '../../../src/devnet/profiling/profile_files.js';
import { temporaryHome } from '../node_kit.js';

/** Makes a home and a folder for temporary files beside each other, and a third that is neither. */
async function folders() {
  const base = await temporaryHome();
  const [home, temporary, outside] = ['home', 'tmp', 'outside'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, temporary, outside, join(home, 'data'), join(home, 'profiles')]) mkdirSync(folder);
  const files = new ProfileFiles(home, temporary);
  const put = (path: string, text = 'x') => files.write(path, (append) => append(text));
  return { home, temporary, outside, files, put };
}

describe('a profile', () => {
  it('is written below the home folder and the temporary one, for its owner alone, and again over itself', async () => {
    const { home, temporary, put } = await folders();
    for (const path of [join(home, 'a.prof'), join(home, 'profiles/b.prof'), join(temporary, 'c.prof')]) {
      await put(path, 'a longer one');
      await put(path, 'short');
      expect(readFileSync(path, 'utf8')).toBe('short');
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    await put('~/d.prof');
    expect(readFileSync(join(home, 'd.prof'), 'utf8')).toBe('x');
  });

  it.each<[string, (at: { home: string; temporary: string; outside: string }) => string, string]>([
    ['outside', ({ outside }) => join(outside, 'x'), 'permission denied: profiles are written inside '],
    ['a path out of it', ({ home }) => `${home}/../outside/x`, 'permission denied: profiles are written inside '],
    ['a path out of ~', () => '~/../outside/x', 'permission denied: profiles are written inside '],
    ['the home folder itself', ({ home }) => home, 'permission denied: profiles are written inside '],
    ['the chain’s data', ({ home }) => join(home, 'data/x'), 'permission denied: the folder data belongs to the chain'],
    ['a path to them', ({ home }) => join(home, 'profiles/../data/x'), 'permission denied: the folder data'],
    ['no folder', ({ home }) => join(home, 'none/x'), 'no such file or directory'],
    ['a folder', ({ home }) => join(home, 'profiles'), 'is a directory'],
    ['nothing', () => '', 'no such file or directory'],
    ['a zero', ({ home }) => `${home}/x\0`, 'invalid argument'],
    ['a long one', ({ home }) => `${home}/${'x'.repeat(5000)}`, 'file name too long'],
    ['a long name', ({ home }) => `${home}/${'x'.repeat(300)}`, 'file name too long'],
  ])('is refused: %s', async (_, pathIn, why) => {
    const at = await folders();
    await expect(at.put(pathIn(at))).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(why) });
  });

  it('follows no link out, and overwrites no existing file', async () => {
    const { home, outside, put } = await folders();
    symlinkSync(outside, join(home, 'away'));
    symlinkSync(join(home, 'data'), join(home, 'inner'));
    symlinkSync(join(outside, 'new'), join(home, 'link'));
    writeFileSync(join(home, 'mine'), 'mine');
    await expect(put(join(home, 'away/x'))).rejects.toThrow('profiles are written inside');
    await expect(put(join(home, 'inner/x'))).rejects.toThrow('belongs to the chain');
    for (const name of ['link', 'mine'])
      await expect(put(join(home, name))).rejects.toThrow('file exists, and is not a profile that this process wrote');
    expect(readFileSync(join(home, 'mine'), 'utf8')).toBe('mine');
  });

  it('without a home folder is a temporary file', async () => {
    const temporary = await temporaryHome();
    const files = new ProfileFiles(undefined, temporary);
    await files.write(join(temporary, 'x'), (append) => append(new Uint8Array(3)));
    expect(statSync(join(temporary, 'x')).size).toBe(3);
    expect(() => files.check('~/x')).toThrow('this chain has none');
    expect(() => files.check(`/${basename(temporary)}`)).toThrow(`profiles are written inside ${temporary} only`);
  });
});
