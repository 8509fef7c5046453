import { expect, it } from 'vitest';
import { bannerJson } from '../../src/cli/banner.js';

it('writes a chain id of any size with all its digits, as a number', () => {
  const urls = {
    evmHttp: 'http://127.0.0.1:1',
    evmWs: undefined,
    cometRpc: undefined,
    cometRpcAll: [],
    assets: undefined,
  };
  const line = bannerJson({ accounts: [], chainId: 'halley_1-1', evmChainId: 2n ** 64n - 1n, urls });
  expect(line).toMatch(/^\{"chainId":"halley_1-1","evmChainId":18446744073709551615,"urls":.*\}\n$/);
  expect(JSON.parse(line)).toMatchObject({ chainId: 'halley_1-1', urls: { evmHttp: urls.evmHttp, assets: null } });
});
