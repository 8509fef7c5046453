/** Tests the namespace `debug` of the command, which is off by default. */
import { expect, it } from 'vitest';
import { evmCall, FREE_PORTS, Running } from './run.js';

const [ALICE, BOB] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'];

it.each([
  [[], undefined],
  [['--json-rpc.api=eth,debug'], { type: 'CALL', from: ALICE, to: BOB, gasUsed: '0x5208' }],
  [['--json-rpc.api=all'], { type: 'CALL', from: ALICE, to: BOB, gasUsed: '0x5208' }],
])('traces a transaction only with the namespace: %j', async (flags, wanted) => {
  const devnet = new Running(['start', '--json', '--quiet', ...FREE_PORTS, ...flags]);
  const { evmHttp } = (await devnet.facts()).urls;
  const hash = await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1', gas: '0x5208' }]);
  const tree = await evmCall(evmHttp, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
  if (wanted === undefined) expect(tree).toBeUndefined();
  else expect(tree).toMatchObject(wanted);
  await devnet.signal('SIGINT');
});
