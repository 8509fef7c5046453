/** Signs Cosmos transactions of an account on a chain of this process. */
import { readAccountRecord } from '../../app/modules/auth/store.js';
import { readFeeMarketParams } from '../../app/modules/feemarket/store.js';
import { bech32Address } from '../../app/types/address.js';
import { DECIMAL_ONE } from '../../app/types/coins.js';
import { accountKeyAny } from '../../app/types/public_key.js';
import type { Any } from '../../codec/cosmos/base.js';
import { encodeSignedTx } from '../../codec/cosmos/executed_tx.js';
import { addressOfPrivateKey, compressPublicKey, publicKeyOf, secp256k1Sign } from '../../crypto/secp256k1/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256, sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import type { Chain } from '../chain/chain.js';

/** Type of Ethereum keys, so that one key has one address on every chain. */
const KEY_TYPE = '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey';
/** Multiplies the base fee, which may rise before the transaction is in a block. */
const PRICE_ROOM = 2n;

/** Returns the relayer's key in a devnet with this seed. */
export const relayerKey = (seed: string): Bytes => sha256(utf8(`halley relayer of ${seed}`));

export class ChainAccount {
  readonly address: Bytes;
  readonly bech32: string;
  readonly #publicKey: Any;

  constructor(
    private readonly chain: Chain,
    private readonly key: Bytes,
  ) {
    this.address = addressOfPrivateKey(key);
    this.bech32 = bech32Address(this.address, chain.app.params.bech32Prefix);
    this.#publicKey = accountKeyAny(KEY_TYPE, compressPublicKey(publicKeyOf(key)));
  }

  /** Whether a transaction of the account is in the mempool. */
  get isBusy(): boolean {
    return this.chain.pool.nextNonce(toHex(this.address)) !== undefined;
  }

  /** Signs a transaction. `behind` counts transactions of this account that are not in a block yet. */
  sign(messages: readonly Any[], gasLimit: bigint, behind = 0): Bytes {
    const { app, genesis, blockStore } = this.chain;
    const state = app.devTxs.latest;
    const { minGasPrice } = readFeeMarketParams(state);
    const floor = (minGasPrice + DECIMAL_ONE - 1n) / DECIMAL_ONE;
    const market = app.evm.nextBaseFee(blockStore.height) * PRICE_ROOM;
    const amount = (market > floor ? market : floor) * gasLimit;
    const tx = {
      messages,
      memo: '',
      publicKey: this.#publicKey,
      sequence: (state.account(this.address)?.nonce ?? 0n) + BigInt(behind),
      accountNumber: readAccountRecord(state, this.address).base.number,
      chainId: genesis.chainId,
      fee: amount > 0n ? [{ denom: app.params.baseDenom, amount: amount.toString() }] : [],
      gasLimit,
    };
    return encodeSignedTx(tx, (signBytes) => secp256k1Sign(keccak256(signBytes), this.key).signature);
  }
}
