/**
 * Takes transactions and answers with their hashes, but does not pass them on at once, or ever. While one is held, it is
 * shown as pending. The node behind need not know of the fault: it recovers senders by its precompile.
 */
import { decodeEthereumTx, recoveryBit, signingHash } from '../../../codec/ethereum/tx.js';
import { bigintToBytes, concatBytes } from '../../../kernel/bytes.js';
import { milliseconds, oneOf, optional } from '../../../kernel/fault_parameter.js';
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { quantity } from '../../evm/quantity.js';
import { transactionView } from '../../evm/views/transaction.js';
import { defineRpcFault, type FaultContext, type OnRequests, type RpcCall, type RpcReply } from '../fault.js';

const KINDS = ['pending', 'dropped', 'replaced'] as const;

export interface StuckTransaction extends OnRequests {
  readonly type: 'stuck-transaction';
  readonly kind: (typeof KINDS)[number];
  readonly ms?: number;
}

/** Transaction that is held, as it is stored. */
interface Held {
  readonly raw: string;
  readonly from: string;
  /** When it is no longer held, in milliseconds since the fault began; absent until the fault ends. */
  readonly untilMs?: number;
}

const SEND = ['eth_sendRawTransaction', 'eth_sendTransaction'];
const ECRECOVER = '0x0000000000000000000000000000000000000001';
/** Most transactions that are held. */
const MAX_HELD = 1000;
/** Gas of a transfer, and the part by which the fees of a replacement are higher. */
const TRANSFER_GAS = '0x5208';
const RAISE = { of: 125n, per: 100n };

export const fault = defineRpcFault<StuckTransaction>({
  type: 'stuck-transaction',
  summary: 'Answers with the hash of a transaction that stays pending, is dropped, or is replaced by another one.',
  parameters: {
    kind: oneOf(
      'Passes it on later, never, or sends another one with its nonce, which the node signs for its own accounts.',
      KINDS,
    ),
    ms: optional(
      milliseconds(
        'Sets how long it is pending; without it, until the fault ends, or not at all when it is dropped or replaced.',
      ),
    ),
  },
  methods: SEND,
  follows: ['eth_getTransactionByHash', 'eth_getTransactionCount'],
  begin(fault, context) {
    for (const held of heldBy(context)) plan(fault, held, context);
  },
  async end(fault, context) {
    if (fault.kind === 'pending') for (const { raw } of heldBy(context)) await pass(raw, context);
  },
  async call(fault, call, next, context) {
    if (call.method === 'eth_getTransactionByHash') return shown(call, next, context);
    if (call.method === 'eth_getTransactionCount') return counted(call, next, context);
    const raw = await signedBytes(call, context);
    const from = raw === undefined ? undefined : await senderOf(raw, context);
    if (raw === undefined || from === undefined) return next();
    const { kind, ms = kind === 'pending' ? undefined : 0 } = fault;
    const held: Held = { raw, from, ...(ms !== undefined && { untilMs: context.elapsedMs + ms }) };
    if (ms === 0) {
      const problem = await release(fault, held, context);
      if (problem !== undefined) return problem;
    } else {
      if (heldBy(context).length >= MAX_HELD) return { error: { code: -32000, message: 'txpool is full' } };
      context.memory = [...heldBy(context), held];
      plan(fault, held, context);
    }
    return { result: hashOf(raw) };
  },
});

const heldBy = ({ memory }: FaultContext): readonly Held[] => (memory as readonly Held[] | undefined) ?? [];
const hashOf = (raw: string): string => to0x(keccak256(fromHex(raw.slice(2))));

/** Returns the bytes of the transaction that a call sends. The node signs a request. */
async function signedBytes({ method, params }: RpcCall, context: FaultContext): Promise<string | undefined> {
  const [given] = Array.isArray(params) ? params : [];
  if (method === 'eth_sendRawTransaction') return typeof given === 'string' ? given : undefined;
  const signed = await context.ask('eth_signTransaction', [given]);
  const result = 'result' in signed ? signed.result : undefined;
  const raw = typeof result === 'object' && result !== null ? (result as { readonly raw?: unknown }).raw : result;
  return typeof raw === 'string' ? raw : undefined;
}

/** Returns the sender of a signed transaction; undefined for bytes that are none. */
async function senderOf(raw: string, context: FaultContext): Promise<string | undefined> {
  try {
    const tx = decodeEthereumTx(fromHex(raw.slice(2)));
    const bit = recoveryBit(tx);
    if (bit === undefined) return undefined;
    const words = [27n + BigInt(bit), tx.r, tx.s].map((value) => bigintToBytes(value, 32));
    const reply = await context.ask('eth_call', [
      { to: ECRECOVER, data: to0x(concatBytes(signingHash(tx), ...words)) },
      'latest',
    ]);
    const result = 'result' in reply ? reply.result : undefined;
    return typeof result === 'string' && result.length === 66 ? `0x${result.slice(26)}` : undefined;
  } catch {
    return undefined;
  }
}

function plan(fault: StuckTransaction, held: Held, context: FaultContext): void {
  if (held.untilMs === undefined) return;
  context.later(Math.max(0, held.untilMs - context.elapsedMs), () => {
    const released = release(fault, held, context);
    void released.then(() => {
      context.memory = heldBy(context).filter(({ raw }) => raw !== held.raw);
    });
  });
}

/** Lets go of a transaction. Returns the error when it cannot be replaced. */
async function release({ kind }: StuckTransaction, { raw, from }: Held, context: FaultContext) {
  if (kind === 'pending') await pass(raw, context);
  return kind === 'replaced' ? replace(raw, from, context) : undefined;
}

const pass = (raw: string, { ask }: FaultContext): Promise<RpcReply> => ask('eth_sendRawTransaction', [raw]);

/** Sends a transfer of nothing to the sender itself, with the nonce of the transaction and higher fees. */
async function replace(raw: string, from: string, { ask }: FaultContext): Promise<RpcReply | undefined> {
  const { nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = decodeEthereumTx(fromHex(raw.slice(2)));
  const raised = (fee = 0n): string => quantity((fee * RAISE.of) / RAISE.per + 1n);
  const fees =
    maxFeePerGas === undefined
      ? { gasPrice: raised(gasPrice) }
      : { maxFeePerGas: raised(maxFeePerGas), maxPriorityFeePerGas: raised(maxPriorityFeePerGas) };
  const request = { from, to: from, value: '0x0', gas: TRANSFER_GAS, nonce: quantity(nonce), ...fees };
  const reply = await ask('eth_sendTransaction', [request]);
  if (!('error' in reply)) return undefined;
  const { code, message } = reply.error;
  return {
    error: { code, message: `the transaction cannot be replaced, because its node signs none of ${from}: ${message}` },
  };
}

/** Shows a transaction that is held as pending. */
async function shown({ params }: RpcCall, next: () => Promise<RpcReply>, context: FaultContext): Promise<RpcReply> {
  const reply = await next();
  if ('error' in reply || reply.result !== null) return reply;
  const [hash] = Array.isArray(params) ? params : [];
  const held = heldBy(context).find(({ raw }) => hashOf(raw) === String(hash).toLowerCase());
  if (held === undefined) return reply;
  const raw = fromHex(held.raw.slice(2));
  const from = fromHex(held.from.slice(2));
  const tx = { ...decodeEthereumTx(raw), raw, from, hash: keccak256(raw), inclusion: undefined };
  return { result: transactionView(tx) };
}

/** Counts the transactions that are held as pending ones of their sender. */
async function counted({ params }: RpcCall, next: () => Promise<RpcReply>, context: FaultContext): Promise<RpcReply> {
  const reply = await next();
  const [address, tag] = Array.isArray(params) ? params : [];
  if ('error' in reply || tag !== 'pending') return reply;
  const nonces = heldBy(context)
    .filter(({ from }) => from === String(address).toLowerCase())
    .map(({ raw }) => decodeEthereumTx(fromHex(raw.slice(2))).nonce);
  let count = BigInt(reply.result as string);
  while (nonces.includes(count)) count++;
  return { result: quantity(count) };
}
