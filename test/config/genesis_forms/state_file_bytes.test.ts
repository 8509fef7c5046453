/** Tests decoding the bytes of state files: JSON, gzip, hex, and data that is damaged or too long. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stateFileJson } from '../../../src/config/genesis_forms/state_file_bytes.js';
import { utf8 } from '../../../src/kernel/text.js';
import { refuse } from './refuse.js';

const JSON_TEXT = '{"accounts":{}}';
const gzip = new Uint8Array(gzipSync(JSON_TEXT));
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const decode = (bytes: Uint8Array, most?: number) => stateFileJson(bytes, refuse, most);

describe('the content of a state file', () => {
  it('is JSON, gzip, or gzip in hex', async () => {
    for (const bytes of [utf8(JSON_TEXT), utf8(` ${JSON_TEXT}\n`), gzip, utf8(`${hexOf(gzip)}\n`)])
      expect(await decode(bytes)).toEqual({ accounts: {} });
  });

  it('keeps long whole numbers exact, and text with such numbers as it is', async () => {
    const json =
      '{"nonce":18446744073709551615,"list":[ 12345678901234567890 ],"text":"a, 12345678901234567890,","x":1.5}';
    expect(await decode(utf8(json))).toEqual({
      nonce: '18446744073709551615',
      list: ['12345678901234567890'],
      text: 'a, 12345678901234567890,',
      x: 1.5,
    });
  });

  it.each([
    [
      'neither gzip nor JSON',
      utf8('state'),
      /^the content is neither gzip nor JSON \(.*\), expected a state file of Anvil$/,
    ],
    ['empty', new Uint8Array(), /^the content is neither gzip nor JSON/],
    [
      'nested too deeply',
      utf8(`{"accounts":{},"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
      /nested more than 4000 levels deep/,
    ],
    [
      'half a gzip',
      gzip.slice(0, gzip.length / 2),
      /^the gzip data is damaged \(.*\), expected the whole result of anvil_dumpState$/,
    ],
    ['half a gzip in hex', utf8(hexOf(gzip.slice(0, 20))), /^the gzip data is damaged/],
    ['half of its JSON', new Uint8Array(gzipSync(JSON_TEXT.slice(0, 5))), /^the content is neither gzip nor JSON/],
  ])('is refused when it is %s', async (_, bytes, text) => {
    await expect(decode(bytes)).rejects.toThrow(text);
  });

  it('is refused when a small file unpacks to more than the limit', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(10_000_000, 0x20)));
    expect(bomb.length).toBeLessThan(20_000);
    await expect(decode(bomb, 1_000_000)).rejects.toThrow('the unpacked JSON is longer than 1000000 bytes');
    await expect(decode(utf8(JSON_TEXT), 3)).rejects.toThrow('the unpacked JSON is longer than 3 bytes');
  });
});
