/** Reads accounts at a height, and the nonces after pending transactions. */
import type { HalleyApplication } from '../../../app/application.js';
import { fetching } from '../../../app/state/remote/fetching.js';
import type { AccountProof, AppState } from '../../../app/state/types.js';
import type { EvmAccountProof, EvmAccounts, StateAt } from '../../../backend/evm/accounts.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import { EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import type { Mempool } from '../../../mempool/mempool.js';

const WORD_BYTES = 32;

export interface AccountsDeps {
  readonly app: HalleyApplication;
  readonly state: Pick<AppState, 'remote'>;
  readonly pool: Mempool;
  readonly blocks: EvmChain;
}

export function evmAccounts({ app, state, pool, blocks }: AccountsDeps): EvmAccounts {
  const reading = <T>(read: () => T): Awaitable<T> => fetching(state.remote, read);
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blocks.head : at);
  return {
    balance: (address, at) => reading(() => app.evm.at(at).account(address)?.balance ?? 0n),
    nonce: (address, at) => {
      const pending = at === 'pending' ? pool.nextNonce(toHex(address)) : undefined;
      return pending ?? reading(() => app.evm.at(heightOf(at)).account(address)?.nonce ?? 0n);
    },
    code: (address, at) => reading(() => app.evm.code(address, at)),
    storage: (address, slot, at) => reading(() => leftPadded(app.evm.at(at).storage(address, slot), WORD_BYTES)),
    proof: (address, slots, at) => accountProof(app.evm.proof(address, slots, heightOf(at))),
  };
}

function accountProof({ account, ...proofs }: AccountProof): EvmAccountProof {
  const { balance, nonce, codeHash } = account ?? { balance: 0n, nonce: 0n, codeHash: keccak256(EMPTY_BYTES) };
  return { balance, nonce, codeHash, ...proofs };
}
