/** Implements `debug_traceTransaction` (evm-json-rpc.md 5.7). */
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB, TRANSFER_HASH } from '../../examples.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';
import type { CompatMode } from '../compat_mode.js';
import { evmMethod } from '../context.js';
import { hardhatUnknownTransaction } from '../hardhat/refusal.js';
import { traceConfig } from '../params/trace_config.js';
import { transactionHash } from '../params/values.js';
import { traceAnswer } from '../tracing/traces.js';

const unknownTransaction = ({ hardhatRelease: release }: CompatMode, hash: string): RpcError =>
  release === undefined ? refusal(`tx not found, hash: ${hash}`) : hardhatUnknownTransaction(release, hash);

export const debug_traceTransaction = evmMethod({
  name: 'debug_traceTransaction',
  summary: 'Executes a mined transaction again, and traces its operations or its calls.',
  params: [transactionHash, traceConfig],
  result: 'object of the tracer: struct logs, or a tree of calls for `callTracer`',
  trustedOnly: true,
  handler: (context, transaction, config) =>
    traceAnswer(context, config, async (options) => {
      const outcome = await context.evm.traceTransaction(transaction, options);
      if (outcome === undefined) throw unknownTransaction(context.compat, to0x(transaction));
      return outcome;
    }),
  example: {
    params: [TRANSFER_HASH, { tracer: 'callTracer' }],
    result: {
      from: ALICE,
      gas: '0x5208',
      gasUsed: '0x5208',
      to: BOB,
      input: '0x',
      value: '0xde0b6b3a7640000',
      type: 'CALL',
    },
  },
});
