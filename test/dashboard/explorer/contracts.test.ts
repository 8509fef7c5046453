/** Tests that the page shows the code that a contract has now, on the chain that is shown. */
import { afterEach, expect, it, vi } from 'vitest';
import { findContracts } from '../../../src/dashboard/explorer/read/contracts.js';

const ADDRESS = `0x${'c0'.repeat(20)}`;

interface Call {
  readonly id: number;
  readonly method: string;
}

afterEach(() => vi.unstubAllGlobals());

it('reads the code of an address anew on another chain, and when another block has created it', async () => {
  /** Only contract of each chain: the hash of the block that created it, and its code. */
  const chains = new Map<string, { readonly block: string; readonly code: string }>();
  let reads = 0;
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    const [, chain = ''] = /chains\/([^/]+)\//.exec(path) ?? [];
    const { block, code } = chains.get(chain) ?? { block: '', code: '' };
    const answer = ({ id, method }: Call) => {
      if (method === 'eth_getCode') reads++;
      const results: Readonly<Record<string, unknown>> = {
        eth_blockNumber: '0x0',
        eth_getBlockReceipts: [{ contractAddress: ADDRESS, status: '0x1', blockHash: block }],
        eth_getCode: code,
      };
      if (!(method in results)) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'not enabled' } };
      return { jsonrpc: '2.0', id, result: results[method] };
    };
    const asked = JSON.parse(body) as Call | readonly Call[];
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked as Call));
  });
  const codeOn = async (chain: string): Promise<string | undefined> => (await findContracts(chain))[0]?.code;
  chains.set('one', { block: '0xb1', code: '0x11' });
  chains.set('two', { block: '0xb1', code: '0x22' });
  expect([await codeOn('one'), await codeOn('two'), await codeOn('one')]).toEqual(['0x11', '0x22', '0x11']);
  expect(reads).toBe(2);
  chains.set('one', { block: '0xb3', code: '0x33' });
  expect([await codeOn('one'), await codeOn('two')]).toEqual(['0x33', '0x22']);
});
