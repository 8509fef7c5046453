/** Reads accounts at a height, and the nonces after pending transactions. */
import type { HalleyApplication } from '../../../app/application.js';
import type { AccountProof } from '../../../app/state/types.js';
import type { EvmAccountProof, EvmAccounts, StateAt } from '../../../backend/evm/accounts.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import type { Mempool } from '../../../mempool/mempool.js';

const WORD_BYTES = 32;

export interface AccountsDeps {
  readonly app: HalleyApplication;
  readonly pool: Mempool;
  readonly blocks: EvmChain;
}

export function evmAccounts({ app, pool, blocks }: AccountsDeps): EvmAccounts {
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blocks.head : at);
  return {
    balance: (address, at) => app.evm.at(at).account(address)?.balance ?? 0n,
    nonce: (address, at) => {
      const committed = app.evm.at(heightOf(at)).account(address)?.nonce ?? 0n;
      return at === 'pending' ? (pool.nextNonce(toHex(address)) ?? committed) : committed;
    },
    code: (address, at) => app.evm.code(address, at),
    storage: (address, slot, at) => leftPadded(app.evm.at(at).storage(address, slot), WORD_BYTES),
    proof: (address, slots, at) => accountProof(app.evm.proof(address, slots, heightOf(at))),
  };
}

function accountProof({ account, ...proofs }: AccountProof): EvmAccountProof {
  const { balance, nonce, codeHash } = account ?? { balance: 0n, nonce: 0n, codeHash: keccak256(EMPTY_BYTES) };
  return { balance, nonce, codeHash, ...proofs };
}
