/** Tests the cache of encoded answers: each is made once for its source object, and the cache has a size limit. */
import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../src/rpc/comet/response_cache.js';
import { aHandler, get } from './calls.js';

describe('cached texts', () => {
  it('are made once for a source and a name', () => {
    const retained = new ResponseCache();
    let made = 0;
    const ask = (source: object, name: string) => retained.text(source, name, () => ({ made: ++made })).text;
    const [a, b] = [{}, {}];
    expect([ask(a, 'x'), ask(a, 'x'), ask(a, 'y'), ask(b, 'x'), ask(a, 'x')]).toEqual([
      '{"made":1}',
      '{"made":1}',
      '{"made":2}',
      '{"made":3}',
      '{"made":1}',
    ]);
  });

  it('are evicted, the least recently used first, when they do not fit', () => {
    const retained = new ResponseCache(30);
    let made = 0;
    const ask = (source: object) => {
      const before = made;
      retained.text(source, 'x', () => {
        made += 1;
        return 'ten chars';
      });
      return made > before ? 'made' : 'kept';
    };
    const [a, b, c] = [{}, {}, {}];
    expect([a, b, a, c].map(ask)).toEqual(['made', 'made', 'kept', 'made']);
    expect([a, b].map(ask)).toEqual(['kept', 'made']);
    retained.text({}, 'x', () => 'much too long to be kept at all');
    expect(ask(a)).toBe('made');
  });
});

describe('a route whose answer is cached', () => {
  it.each(['/block?height=2', '/header?height=2', '/block_results?height=2', '/commit?height=2', '/status'])(
    '%s returns the same text again, and another one for another block',
    async (target) => {
      const { handler, chain } = aHandler();
      const first = await get(handler, target);
      expect((await get(handler, target)).text).toBe(first.text);
      expect((await get(handler, `/v0.38${target}`)).json.result).not.toEqual(undefined);
      chain.mine();
      const other = await get(handler, target.replace('2', '3'));
      expect(other.text).not.toBe(first.text);
    },
  );

  it('returns the new block after a height was replaced', async () => {
    const { handler, chain } = aHandler();
    const before = (await get(handler, '/block?height=5')).text;
    const other = aHandler().chain;
    other.mine('x=1');
    const stored = other.block(6n);
    chain.block = (height) => (height === 5n ? stored : undefined);
    expect((await get(handler, '/block?height=5')).text).not.toBe(before);
  });

  it('does not cache the commit of the last decided height, which may still change', async () => {
    const { handler, chain } = aHandler();
    expect((await get(handler, '/commit')).json.result.canonical).toBe(false);
    chain.mine();
    expect((await get(handler, '/commit?height=5')).json.result.canonical).toBe(true);
  });

  it('caches a transaction with its proof apart from one without', async () => {
    const { handler, chain } = aHandler();
    const [tx] = (await get(handler, '/tx_search?query="tx.height=4"')).json.result.txs;
    const target = `/tx?hash=0x${tx.hash}`;
    for (const prove of ['true', 'false', 'true', 'false'])
      expect('proof' in (await get(handler, `${target}&prove=${prove}`)).json.result).toBe(prove === 'true');
    expect(chain.height()).toBe(5n);
  });
});
