/** Prints the calls of transactions as `halley trace tx` does, with the names that artifacts have and without. */
import { expect, onTestFinished, test } from 'vitest';
import { callLines, type ShownCall } from '../../src/cli/call_lines.js';
import { type DebuggedChain, debuggedChain, lineOf } from './debugged.js';

async function aChain(hasArtifacts = true): Promise<DebuggedChain> {
  const chain = await debuggedChain({}, hasArtifacts);
  onTestFinished(() => chain.close());
  return chain;
}

const traced = async ({ request }: DebuggedChain, hash: string, config = {}): Promise<ShownCall> =>
  (await request('halley_traceTransaction', hash, config)) as ShownCall;

/** Lines with gas and addresses replaced. */
const plain = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/\[\d+\]/g, '[gas]').replace(/0x[0-9a-fA-F]{40}\b/g, '<address>')).join('\n');

test('prints contracts, functions, arguments, results, events and errors of a past transaction', async () => {
  const chain = await aChain();
  const hash = await chain.send('run', [8n, 'word "w"'], 55n);
  await chain.request('hardhat_mine', '0x3');
  const root = await traced(chain, hash);
  expect(plain(callLines(root, false))).toBe(`Traces:
  [gas] Debugged::run{value: 55}(8, "word \\"w\\"")
    ├─ [gas] → new Child@<address>(8)
    │   ├─ emit Born(by: <address>, limit: 8, word: "hello")
    │   └─ ← [Return] ${(root.calls?.[0]?.output.length ?? 0) / 2 - 1} bytes of code
    ├─ [gas] Child::check(9) [staticcall]
    │   └─ ← [Revert] TooMany(9, 8)
    ├─ [gas] Sums::linked(19) [delegatecall]
    │   └─ ← [Return] 39
    ├─ [gas] Extension::add(58) [delegatecall]
    │   └─ ← [Return] 63
    └─ ← [Return] 63, true

Transaction successfully executed.
Gas used: ${BigInt(root.gasUsed)}`);
  const receipt = (await chain.request('eth_getTransactionReceipt', hash)) as { readonly gasUsed: string };
  expect(root.gasUsed).toBe(receipt.gasUsed);
});

test('prints where a transaction failed, and changes of the storage on request', async () => {
  const chain = await aChain();
  const root = await traced(chain, await chain.send('fail', [89n]), { withStorage: true });
  const lines = callLines(root, false);
  expect(plain(lines)).toBe(`Traces:
  [gas] Debugged::fail(89)
    ├─ storage changes:
    │   @ 0x0: 0x5 → 0x59
    │   @ 0x1: ${root.storage?.[1]?.before.replace(/^0x0+/, '0x')} → ${root.storage?.[1]?.after.replace(/^0x0+/, '0x')}
    └─ ← [Revert] TooMany(89, 89)

Error: reverted with custom error TooMany(89, 89)
    at Debugged.fail (contracts/Debugged.sol:${lineOf('fail')}:16)
Transaction failed.
Gas used: ${BigInt(root.gasUsed)}`);
  expect(root.storage).toHaveLength(2);
  expect(callLines(root, true)[0]).toBe('Traces:');
  expect(callLines(root, true)[1]).toContain('\u001b[31mDebugged\u001b[0m::\u001b[31mfail\u001b[0m(89)');
});

test('prints selectors and data without artifacts', async () => {
  const chain = await aChain(false);
  const root = await traced(chain, await chain.send('run', [8n, 'w'], 55n));
  const lines = plain(callLines(root, false)).split('\n');
  expect(lines[1]).toMatch(/^ {2}\[gas\] <address>::[0-9a-f]{8}\{value: 55\}\([0-9a-f]{256}\)$/);
  expect(lines[2]).toBe('    ├─ [gas] → new <unknown>@<address>');
  expect(lines[3]).toMatch(/^ {4}│ {3}├─ {2}emit topic 0: 0x[0-9a-f]{64}$/);
  expect(root.calls?.[0]).not.toHaveProperty('contract');
});

test('prints a reason of a revert without control characters', () => {
  const [type, input, output, gasUsed] = ['CALL', '0x', '0x08', '0x15'];
  const root = { type, input, output, gasUsed, error: 'execution reverted', revert: '\u001b[2Jno\nmoney' };
  expect(callLines(root, false)[2]).toBe('    └─ ← [Revert] \\u001b[2Jno\\u000amoney');
});

test('refuses unknown transactions and options, and traces calls too', async () => {
  const chain = await aChain();
  const { request, debugged } = chain;
  await expect(request('halley_traceTransaction', `0x${'ab'.repeat(32)}`)).rejects.toThrow(
    `tx not found, hash: 0x${'ab'.repeat(32)}`,
  );
  const hash = await chain.send('fail', [8n]);
  await expect(request('halley_traceTransaction', hash, { withStorage: 1 })).rejects.toThrow(
    'tracerConfig.withStorage is 1, expected true or false',
  );
  await expect(request('halley_traceTransaction', '0x12')).rejects.toThrow('invalid argument 0');
  const call = await request('debug_traceCall', { to: debugged, data: '0x12345678' }, 'latest', {
    tracer: 'decodedCallTracer',
  });
  expect(call).toMatchObject({ contract: 'Debugged', error: 'execution reverted', input: '0x12345678' });
});
