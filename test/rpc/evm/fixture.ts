/** Puts the little chain (`little_chain.ts`) behind a node of the EVM JSON-RPC whose ids and clock a test controls. */
import { ChainSlot } from '../../../src/backend/chain_slot.js';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import type { EvmContext } from '../../../src/rpc/evm/context.js';
import { createEvmService, type EvmService, type EvmServiceOptions } from '../../../src/rpc/evm/service.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { LittleChain } from './little_chain.js';

/** Node over the little chain. Its ids count up from 0x1, and its clock has the time that the test sets. */
export interface Bench {
  readonly chain: LittleChain;
  readonly node: EvmService;
  readonly crashes: unknown[];
  readonly clock: { nowMs: number };
  /** Returns the method's value, or throws its error. */
  call(method: string, ...params: readonly unknown[]): unknown;
}

export function aBench(options: Partial<EvmServiceOptions> & { readonly context?: Partial<EvmContext> } = {}): Bench {
  const chain = new LittleChain();
  const clock = { nowMs: 0 };
  const crashes: unknown[] = [];
  let ids = 0n;
  const node = createEvmService({
    slot: new ChainSlot({ evmBackend: chain }),
    nowMs: () => clock.nowMs,
    random: (length) => bigintToBytes(++ids, length),
    onCrash: (_, error) => crashes.push(error),
    ...options,
  });
  const call = (method: string, ...params: readonly unknown[]): unknown =>
    plainResult(
      node.dispatcher.call({ ...node.context(IN_PROCESS_PEER, undefined), ...options.context }, method, params),
    );
  return { chain, node, clock, crashes, call };
}
