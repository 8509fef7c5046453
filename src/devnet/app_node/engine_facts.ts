/**
 * Answers the SDK's services about the node and its blocks under CometBFT. Data that the application stores is read
 * from its store. Whole blocks, the identity of the node, and whether it is catching up are requested from the engine's
 * RPC.
 */
import { unavailable } from '../../app/sdk/query/failure.js';
import type { NodeBlock, NodeFacts, NodeInfo } from '../../app/sdk/query/node_facts.js';
import type { NodeBroadcast } from '../../app/sdk/query/node_txs.js';
import { txHash } from '../../codec/tx_hash.js';
import { encodeBlock } from '../../consensus/types/block.js';
import { encodeBlockId } from '../../consensus/types/block_id.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import type { AppChain } from '../chain/chain.js';
import { nodeEvm } from '../chain/node_evm.js';
import { nodeConfig, nodeValidators } from '../chain/node_facts.js';
import { nodeTxs } from '../chain/node_txs.js';
import type { ClientLoop } from '../runtime/loop.js';
import type { EngineRpc } from './engine_rpc.js';

/** Returns the functions that answer for the newest height, which must exist. */
export function engineFacts(chain: AppChain, engine: EngineRpc, loop: ClientLoop): () => NodeFacts {
  const { app, blockStore, state } = chain;
  const txs = nodeTxs(chain, (tx) => broadcast(chain, loop, tx));
  const evm = nodeEvm(chain);
  const details = () => answered(engine, () => engine.details());
  return () => {
    const newest = blockStore.block(blockStore.height);
    invariant(newest !== undefined, 'the facts are read after the first block');
    const { height, time, nextValidatorsHash } = newest.block.header;
    return {
      info: async (): Promise<NodeInfo> => (await details()).info,
      config: nodeConfig(app),
      syncing: async () => (await details()).isCatchingUp,
      head: { height, time, appHash: state.appHash(height - 1n), nextValidatorsHash },
      earliestBlock: blockStore.base,
      earliestState: blockStore.base,
      block: (at) => answered(engine, () => blockOf(engine, at)),
      validators: (at) => nodeValidators(blockStore, at),
      consensusParams: (at) => blockStore.params(at),
      txs,
      evm,
    };
  };
}

async function blockOf(engine: EngineRpc, height: bigint): Promise<NodeBlock | undefined> {
  const found = await engine.block(height);
  return found && { id: encodeBlockId(found.blockId), block: encodeBlock(found.block) };
}

/**
 * Sends a transaction as this node's EVM JSON-RPC does: it is written to disk before the response, and then forwarded.
 */
async function broadcast({ app }: AppChain, loop: ClientLoop, bytes: Bytes): Promise<NodeBroadcast> {
  const whole = app.normalize(bytes);
  if (whole.type === 'refused') return { ...whole, type: 'checked', hash: txHash(bytes), data: new Uint8Array(0) };
  const outcome = await answered({ label: 'this node' }, () => loop.submit(whole.tx));
  return outcome.type === 'refused' ? outcome : { type: 'checked', hash: outcome.hash, ...outcome.check };
}

/** Throws SdkQueryError when the engine does not answer, because an error of a query must not reach the engine. */
async function answered<T>({ label }: { readonly label: string }, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HalleyError)) throw error;
    throw unavailable(`${label} did not answer the application: ${error.message}`);
  }
}
