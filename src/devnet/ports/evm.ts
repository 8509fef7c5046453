/**
 * Interface A's view of the chain: reads of published blocks and state, calls on top of them, the mempool's view of what
 * waits, and the way in for transactions.
 */

import type { CheckTxResponse } from '../../abci/application.js';
import type { AccountProof } from '../../app/state/types.js';
import { evmTransaction } from '../../chain/evm/receipts.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import { type Bytes, EMPTY_BYTES, leftPadded } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import type {
  EvmAccountProof,
  EvmBlock,
  EvmNotice,
  EvmPort,
  EvmTransaction,
  StateAt,
  SubmitOutcome,
} from '../../rpc/ports/evm.js';
import type { Chain } from '../chain.js';
import { fillTransaction } from '../control/send_transaction.js';
import type { ValidatorControl } from '../control/validator_control.js';
import type { Wallet } from '../control/wallet.js';
import type { Mining } from '../run/mining.js';
import { connectedPeers } from '../views/net_view.js';

const WORD_BYTES = 32;

export interface EvmPortParts {
  readonly chain: Chain;
  readonly blocks: EvmChain;
  readonly mining: Mining;
  readonly validators: ValidatorControl;
  readonly wallet: Wallet;
  readonly clientVersion: string;
}

export function evmPort({ chain, blocks, mining, validators, wallet, clientVersion }: EvmPortParts): EvmPort {
  const { app, pool } = chain;
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blocks.head : at);
  const stateAt = (at: StateAt) => app.evm.at(heightOf(at));

  const waiting = (hash: Bytes): EvmTransaction | undefined => {
    const pooled = pool.byEthereumHash(hash);
    const known = pooled && app.transaction(pooled.tx);
    return known && evmTransaction(known.raw, known.from, hash);
  };

  const port: EvmPort = {
    chainId: chain.evmChainId,
    clientVersion,
    head: () => blocks.head,
    block: (height) => blocks.block(height),
    heightOfHash: (hash) => blocks.heightOfHash(hash),
    transaction: (hash) => blocks.receipt(hash)?.transaction ?? waiting(hash),
    receipt: (hash) => blocks.receipt(hash),
    bloom: (height) => blocks.bloom(height),
    logs: (height) => blocks.logs(height),
    balance: (address, at) => stateAt(at).account(address)?.balance ?? 0n,
    nonce: (address, at) => {
      const committed = stateAt(at).account(address)?.nonce ?? 0n;
      return at === 'pending' ? (pool.nextNonce(toHex(address)) ?? committed) : committed;
    },
    code: (address, at) => app.evm.code(address, heightOf(at)),
    storage: (address, slot, at) => leftPadded(stateAt(at).storage(address, slot), WORD_BYTES),
    proof: (address, slots, at) => accountProof(app.evm.proof(address, slots, heightOf(at))),
    nextBaseFee: (height) => app.evm.nextBaseFee(height),
    minGasPrice: () => app.evm.minGasPrice(),
    suggestedTip: () => app.evm.suggestedTip(blocks.head),
    call: (request, at, state, block) => app.evm.call(request, heightOf(at), state, block),
    estimateGas: (request, at, state) => app.evm.estimateGas(request, heightOf(at), state),
    sendRaw: (raw) => sendRaw(chain, mining, raw),
    accounts: () => wallet.addresses,
    send: async (request) => {
      const filled = await fillTransaction(port, (account) => wallet.has(account), request);
      if (filled.type !== 'filled') return filled;
      return port.sendRaw(wallet.sign(filled.from, filled.tx));
    },
    setValidatorPower: (validator, power) => validators.setPower(validator, power),
    peerCount: () => connectedPeers(chain.world).length,
    listen: (listener) => listen(chain, blocks, listener),
  };
  return port;
}

const refused = (log: string): SubmitOutcome => ({ type: 'refused', code: 1, codespace: 'sdk', log });

function accountProof({ account, ...proofs }: AccountProof): EvmAccountProof {
  const { balance, nonce, codeHash } = account ?? { balance: 0n, nonce: 0n, codeHash: keccak256(EMPTY_BYTES) };
  return { balance, nonce, codeHash, ...proofs };
}

async function sendRaw(chain: Chain, mining: Mining, raw: Bytes): Promise<SubmitOutcome> {
  const wrapped = chain.app.wrap(raw);
  if (wrapped.type === 'refused') return wrapped;
  const hash = keccak256(raw);
  const intake = await mining.submit(wrapped.tx);
  if (intake.type === 'checked') return outcomeOf(intake.check, hash);
  // The mempool's cache knows bytes, not nonces: what waits is known, what was mined has used its nonce.
  if (chain.pool.byEthereumHash(hash) !== undefined) return refused('already known');
  const check = await chain.app.checkTx({ tx: wrapped.tx, type: 'new' });
  return check.code === 0 ? refused(intake.reason) : outcomeOf(check, hash);
}

const outcomeOf = ({ code, codespace, log }: CheckTxResponse, hash: Bytes): SubmitOutcome =>
  code === 0 ? { type: 'accepted', hash } : { type: 'refused', code, codespace, log };

/** Most blocks are looked at by nobody: the view is made when somebody does. */
class BlockNotice {
  readonly type = 'block';

  constructor(
    private readonly blocks: EvmChain,
    private readonly height: bigint,
  ) {}

  get block(): EvmBlock {
    const block = this.blocks.block(this.height);
    invariant(block !== undefined, `block ${this.height} is published`);
    return block;
  }
}

function listen(chain: Chain, blocks: EvmChain, listener: (notice: EvmNotice) => void): () => void {
  const stopPending = chain.pending.listen((hash) => listener({ type: 'pendingTransaction', hash }));
  const stopBlocks = chain.heights.listen((height) => listener(new BlockNotice(blocks, height)));
  return () => {
    stopPending();
    stopBlocks();
  };
}
