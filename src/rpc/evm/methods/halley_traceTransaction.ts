/** Implements `halley_traceTransaction`, which is `debug_traceTransaction` with the tracer `decodedCallTracer`. */
import { ALICE, BOB, TRANSFER_HASH } from '../../examples.js';
import { defaulted } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeObject } from '../params/go_json.js';
import { decodeTraceConfig } from '../params/trace_config.js';
import { transactionHash } from '../params/values.js';
import { debug_traceTransaction } from './debug_traceTransaction.js';

const tracerConfig = defaulted('config', 'object: `withStorage` adds changes of the storage', {}, (value) =>
  decodeObject(value, 'tracerConfig'),
);

export const halley_traceTransaction = evmMethod({
  name: 'halley_traceTransaction',
  summary: 'Executes a mined transaction again, and returns its calls with the names of artifacts.',
  params: [transactionHash, tracerConfig],
  result:
    'object as of `callTracer`; frames also have contract, function, arguments, outputs, revert and storage, logs name and arguments, and a failed transaction stack',
  trustedOnly: true,
  handler: (context, hash, config) =>
    debug_traceTransaction.handler(context, [
      hash,
      decodeTraceConfig({ tracer: 'decodedCallTracer', tracerConfig: config, timeout: '1m' }),
    ]),
  example: {
    params: [TRANSFER_HASH],
    result: {
      type: 'CALL',
      from: ALICE,
      to: BOB,
      toPrecompile: false,
      input: '0x',
      gas: '0x5208',
      gasUsed: '0x5208',
      value: '0xde0b6b3a7640000',
      output: '0x',
    },
  },
});
