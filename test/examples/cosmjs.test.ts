import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { startHalley } from '../e2e/process.js';
import { aProject } from '../support/consumer.js';

it('the CosmJS example pays and delegates from the default wallet of the mnemonic, and both interfaces show the new balance', async () => {
  const halley = await startHalley();
  onTestFinished(async () => void (await halley.stop()));
  const { evmHttp, cometRpc } = halley.urls;
  const { code, output } = await aProject().exec(process.execPath, [join(ROOT, 'examples/cosmjs/stake.mjs')], {
    HALLEY_URL: evmHttp,
    HALLEY_RPC_URL: cometRpc,
  });
  expect(code, output).toBe(0);
  const [address, paid, delegated, ...left] = output.trimEnd().split('\n');
  expect(address).toMatch(/^halley1[a-z0-9]{38} \(0x[0-9a-f]{40}\)$/);
  expect(paid).toBe('paid to halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu: 1 coin');
  expect(delegated).toMatch(/^delegated to validator[0-3]: 2 coins$/);
  const [cosmos, evm] = left.map((line) => /^balance in (?:Cosmos|the EVM): (9996\d{18}) ahalley$/.exec(line)?.[1]);
  expect(cosmos).toBeDefined();
  expect(cosmos).toBe(evm);
});
