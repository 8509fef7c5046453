/**
 * Implements the namespace `miner`, mostly by stubs and refusals, as a node does (evm-json-rpc.md 1.8). Also implements
 * the methods of `eth` about mining by proof of work.
 */
import { MsgSetCoinbase } from '../../../codec/dev/blocks.js';
import { HalleyError } from '../../../kernel/errors.js';
import { BOB } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { optional, required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeString } from '../params/go_json.js';
import { decodeBig, decodeUint64, decodeWhole } from '../params/numbers.js';
import { address } from '../params/values.js';

const unsupported = (name: string): string => `unsupported rpc function: ${name}`;

export const miner_getHashrate = evmMethod({
  name: 'miner_getHashrate',
  summary: 'Returns the hashes per second of proof of work: always 0.',
  params: [],
  result: '0',
  handler: () => 0,
  example: { params: [], result: 0 },
});

/** As in geth, the address becomes the `miner` of new blocks. */
export const miner_setEtherbase = evmMethod({
  name: 'miner_setEtherbase',
  summary: 'Sets the beneficiary of new blocks, if the chain accepts dev transactions.',
  params: [address],
  result: 'boolean: whether it was set',
  trustedOnly: true,
  handler: async ({ evm, insecureUnlock }, coinbase) => {
    if (!insecureUnlock) return false;
    try {
      await evm.sendDevTx(MsgSetCoinbase, { coinbase });
      return true;
    } catch (error) {
      if (error instanceof HalleyError && error.code === 'unavailable') return false;
      throw error;
    }
  },
  example: { params: [BOB], result: true },
});

export const miner_setExtra = evmMethod({
  name: 'miner_setExtra',
  summary: 'Is not supported: blocks have no extra data.',
  params: [required('extra', 'string', (value) => decodeString(value))],
  result: 'always an error',
  handler: (_context, _extra) => {
    throw refusal(unsupported('miner_setExtra'));
  },
  example: { params: ['halley'], result: undefined, alone: unsupported('miner_setExtra') },
});

export const miner_setGasLimit = evmMethod({
  name: 'miner_setGasLimit',
  summary: 'Returns false and sets nothing: consensus decides the gas limit; evm_setBlockGasLimit changes it.',
  params: [required('gasLimit', 'quantity', (value) => decodeUint64(value))],
  result: 'false',
  handler: (_context, _gasLimit) => false,
  example: { params: ['0x1c9c380'], result: false },
});

/** A node writes the price to its configuration file for its next start; this is a stub. */
export const miner_setGasPrice = evmMethod({
  name: 'miner_setGasPrice',
  summary: 'Returns true as a node does, but sets nothing: prices follow from the base fee.',
  params: [required('gasPrice', 'quantity', (value) => decodeBig(value))],
  result: 'true',
  handler: (_context, _gasPrice) => true,
  example: { params: ['0x3b9aca00'], result: true },
});

export const miner_start = evmMethod({
  name: 'miner_start',
  summary: 'Is not supported: use evm_setAutomine or evm_setIntervalMining.',
  params: [optional('threads', 'number', (value) => decodeWhole(value, 'a number of threads'))],
  result: 'always an error',
  handler: (_context, _threads) => {
    throw refusal(unsupported('miner_start'));
  },
  example: { params: [], result: undefined, alone: unsupported('miner_start') },
});

export const miner_stop = evmMethod({
  name: 'miner_stop',
  summary: 'Returns null and stops nothing: use evm_setAutomine and evm_setIntervalMining.',
  params: [],
  result: 'null',
  handler: () => null,
  example: { params: [], result: null },
});

export const eth_hashrate = evmMethod({
  name: 'eth_hashrate',
  summary: 'Returns the hashes per second of proof of work: always 0.',
  params: [],
  result: 'quantity',
  handler: () => '0x0',
  example: { params: [], result: '0x0' },
});

/** The result is whether automine is on, as clients of ganache expect. */
export const eth_mining = evmMethod({
  name: 'eth_mining',
  summary: 'Returns whether automine is on.',
  params: [],
  result: 'boolean',
  handler: ({ evm }) => evm.isAutomine(),
  example: { params: [], result: false },
});
