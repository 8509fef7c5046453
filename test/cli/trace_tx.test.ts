/** Tests `halley trace tx` with the built command against a running devnet. */
import { expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running } from './run.js';

const [ALICE, BOB] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];

it('prints the calls of a transaction without colors, and one line for an unknown one', async () => {
  const node = new Running(['start', '--json', ...FREE_PORTS]);
  const { evmHttp } = (await node.facts()).urls;
  const hash = await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x15' }]);
  const { code, stdout } = await halley('trace', 'tx', String(hash), '--url', String(evmHttp), '--storage');
  expect([code, stdout]).toEqual([
    0,
    `Traces:
  [21000] ${BOB.toLowerCase()}::fallback{value: 21}()
    └─ ← [Stop]

Transaction successfully executed.
Gas used: 21000
`,
  ]);
  const unknown = `0x${'17'.repeat(32)}`;
  const refused = await halley('trace', 'tx', unknown, '--url', String(evmHttp));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(new RegExp(`^halley: .*tx not found, hash: ${unknown}\n$`));
  await node.signal('SIGINT');
});
