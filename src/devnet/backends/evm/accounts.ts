import { fetching } from '../../../app/state/remote/fetching.js';
import type { AccountProof } from '../../../app/state/types.js';
import type {
  EvmAccountProof,
  EvmAccounts,
  EvmImpersonation,
  EvmKeystore,
  EvmSigner,
  EvmWallet,
  StateAt,
} from '../../../backend/evm/accounts.js';
import type { EvmBrowserWallet } from '../../../backend/evm/wallet.js';
import type { UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import { addressOfPrivateKey, recoverAddress, splitSignature } from '../../../crypto/secp256k1/index.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { FairWork } from '../../../kernel/fair_work.js';
import { keccak256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import { KeyedQueue } from '../../../kernel/queues.js';
import type { WrappedTx } from '../../actions/impersonation.js';
import { signHash, signTransaction, type Wallet } from '../../actions/wallet.js';
import type { Keystore } from '../../keys/keystore.js';
import type { RunningChain } from '../../running_chain.js';
import type { TransactionSink } from './pool.js';

const WORD_BYTES = 32;

export function evmAccounts({ chain: { app, state, pool }, blocks }: RunningChain): EvmAccounts {
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

export const signerOf = (key: Bytes): EvmSigner => ({
  signHash: (hash) => signHash(key, hash),
  signTransaction: (tx) => signTransaction(key, tx),
});

type WalletNode = Pick<RunningChain, 'host' | 'impersonation'>;

const keysOf =
  ({ host: { wallet, keystore } }: WalletNode) =>
  (account: Bytes): Bytes | undefined =>
    wallet.key(account) ?? keystore.unlockedKey(account);

/** Returns the function that makes a transaction of an account with its key, or by impersonation where it has none. */
export const signing =
  (node: WalletNode, sink: Pick<TransactionSink, 'wrap'>) =>
  (from: Bytes, unsigned: UnsignedEthereumTx, signer?: EvmSigner) => {
    const key = keysOf(node)(from);
    const by = signer ?? (key && signerOf(key.slice()));
    return by === undefined ? node.impersonation.sign(from, unsigned) : sink.wrap(by.signTransaction(unsigned));
  };

/**
 * Makes the wallet, which signs for accounts with keys, and sends for impersonated ones. All transactions use the same
 * path as those of others.
 */
export function evmWallet(node: WalletNode, sink: TransactionSink, nonce: EvmAccounts['nonce']): EvmWallet {
  const { host, impersonation } = node;
  const { wallet, keystore } = host;
  const queue = new KeyedQueue();
  const estimates = new FairWork();
  const keyOf = keysOf(node);
  const sign = signing(node, sink);
  return {
    accounts: () => [...wallet.addresses, ...keystore.addresses.filter((address) => !wallet.has(address))],
    inOrder: (account, work) => queue.run(toHex(account), work),
    inTurn: (client, work) => estimates.run(client, work),
    signsFor: (account) => keyOf(account) !== undefined || impersonation.has(account),
    isLocked: (account) => keystore.has(account) && keyOf(account) === undefined,
    signer: (account) => {
      const key = keyOf(account);
      // This is a copy, because the keystore wipes its own key when it locks the account, also before it unlocks it
      // again.
      return key && signerOf(key.slice());
    },
    send: async (from, tx, { signer, isNonceChosen = false } = {}) => {
      const signed = sign(from, tx, signer);
      if (signed.type === 'refused') return signed;
      // Since the nonce was chosen, commands such as a drop and a revert may have changed which one is next.
      const renewed = async (): Promise<WrappedTx> => {
        const next = await nonce(from, 'pending');
        const again = next === tx.nonce ? signed : sign(from, { ...tx, nonce: next }, signer);
        return again.type === 'refused' ? signed : again;
      };
      return sink.sendWrapped(signed, isNonceChosen ? renewed : undefined);
    },
  };
}

/** Makes the keystore of keys under a password, beside the accounts of `wallet`, which are never locked. */
export const evmKeystore = (wallet: Wallet, keystore: Keystore): EvmKeystore => ({
  importKey: async (key, password) => {
    const address = addressOfPrivateKey(key);
    return wallet.has(address) ? address : keystore.import(key, password);
  },
  newAccount: (password) => keystore.create(password),
  unlock: async (account, password, seconds) => {
    if (!wallet.has(account)) await keystore.unlock(account, password, seconds);
  },
  lock: (account) => {
    if (wallet.has(account)) return false;
    keystore.lock(account);
    return true;
  },
  recoverSigner: (hash, signature) => {
    const recovery = signature[64] === 27 ? 0 : 1;
    return recoverAddress(hash, splitSignature({ signature: signature.subarray(0, 64), recovery }));
  },
  signerWith: async (account, password) => signerOf(wallet.key(account) ?? (await keystore.decrypt(account, password))),
});

/** Makes the role, which changes the impersonated accounts one command at a time. */
export const evmImpersonation = ({ impersonation, loop }: RunningChain): EvmImpersonation => ({
  impersonate: (account) => loop.run(async () => impersonation.start(account)),
  stopImpersonating: (account) => loop.run(async () => impersonation.stop(account)),
  impersonateAll: (all) => loop.run(async () => impersonation.startAll(all)),
});

/** Gives methods the wallet of pages, which its first use loads. */
export const evmBrowserWallet = ({ host, slot }: RunningChain): EvmBrowserWallet => ({
  browserWallet: () => host.browserWallet(),
  listenToWallet(origin, listener) {
    let stop: (() => void) | undefined;
    let isOver = false;
    void host.browserWallet().then((wallet) => {
      if (!isOver) stop = wallet.listen(origin, listener, slot);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  },
});
