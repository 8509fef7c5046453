/**
 * Checks a Cosmos transaction before its messages run (SDK x/auth/ante, cosmos/evm `ante/cosmos`): height, memo, price,
 * fee, keys, signatures, sequences. Its writes stay when the messages fail.
 */
import { toBase64 } from '../../codec/base64.js';
import { aminoSignBytes, directSignBytes, SignMode } from '../../codec/cosmos/signing.js';
import { EMPTY_ACCOUNT } from '../../evm/state.js';
import type { Bytes } from '../../kernel/bytes.js';
import { equalBytes } from '../../kernel/bytes.js';
import { FEE_COLLECTOR } from '../modules/auth/fee_collector.js';
import type { AuthParams } from '../modules/auth/params.js';
import { readAccountRecord, readAuthParams, writePublicKey } from '../modules/auth/store.js';
import { sendCoins } from '../modules/bank/send_coins.js';
import { useAllowance } from '../modules/feegrant/grant.js';
import type { MessageContext } from '../sdk/module/message.js';
import type { CosmosTx, Signer } from '../tx/tx.js';
import { bech32Address } from '../types/address.js';
import { type Amount, DECIMAL_ONE, formatDecimal, timesDecimalUp } from '../types/coins.js';
import { event } from '../types/events.js';
import { type AccountKey, readAccountKey } from '../types/public_key.js';
import { failure, isOutOfGas, TxFailure } from '../types/refusal.js';
import {
  consumeSignatureGas,
  isAminoOnly,
  isIncomplete,
  keyCount,
  signatureBytes,
  signatureProblem,
} from './signatures.js';
import type { AnteContext } from './stateful.js';

/** Count the encoded bytes of a signature with its tag, and of a fee of one coin with a gas limit. */
const SIGNATURE_BYTES = 66;
const FEE_BYTES = 48;

export interface AnteRules extends AnteContext {
  /**
   * Selects what is checked:
   * - `deliver`: sequences must equal the accounts'.
   * - `admit`: sequences may be higher, because earlier transactions may be pending.
   * - `simulate`: fees need not suffice, and signatures are not verified.
   */
  readonly mode: 'deliver' | 'admit' | 'simulate';
}

/** Runs the checks. Throws TxFailure, after which the caller must revert the writes. */
export function runCosmosAnte(tx: CosmosTx, context: MessageContext, rules: AnteRules): void {
  const auth = readAuthParams(context.state);
  checkTimeout(tx, context);
  if (BigInt(tx.body.memo.length) > auth.maxMemoCharacters)
    throw failure(
      'memoTooLarge',
      `maximum number of characters is ${auth.maxMemoCharacters} but received ${tx.body.memo.length} characters: memo too large`,
    );
  if (rules.mode !== 'simulate') checkPrice(tx, context, rules);
  context.gas.consume(auth.txSizeCostPerByte * sizeOf(tx, auth, rules), 'txSize');
  payFee(tx, context, rules);
  const keys = tx.signers.map((signer, index) => keyOf(signer, index, context, rules));
  for (const signer of tx.signers) emitSigner(signer, context);
  checkKeyCount(tx, auth.txSigLimit);
  for (const [index, signer] of tx.signers.entries()) {
    const key = keys[index];
    const ethereum = isEthereum(key, signer, rules);
    consumeSignatureGas(key, signer.signature, ethereum, context.gas, auth.sigVerifyCostSecp256k1);
  }
  for (const [index, signer] of tx.signers.entries()) checkSigner(tx, signer, keys[index], context, rules);
  for (const { address, sequence } of tx.signers) raiseSequence(address, sequence, context);
}

/** Checks the number of keys that the transaction has, with all members of multisig keys. */
function checkKeyCount({ signers }: CosmosTx, limit: bigint): void {
  let count = 0;
  for (const { key } of signers) {
    count += keyCount(key?.read);
    if (BigInt(count) > limit)
      throw failure(
        'tooManySignatures',
        `signatures: ${count}, limit: ${limit}: maximum number of signatures exceeded`,
      );
  }
}

/**
 * Wallets that simulate may declare the key of an Ethereum account as a Cosmos key. Then the address does not match the
 * key.
 */
const isEthereum = (key: AccountKey | undefined, { address }: Signer, { mode }: AnteRules): boolean =>
  key?.kind === 'eth_secp256k1' ||
  (mode === 'simulate' && key?.kind === 'secp256k1' && !equalBytes(key.address, address));

function checkTimeout({ body: { timeoutHeight } }: CosmosTx, { block: { height } }: MessageContext): void {
  if (timeoutHeight > 0n && height > timeoutHeight)
    throw failure('txTimeoutHeight', `block height: ${height}, timeout height: ${timeoutHeight}: tx timeout height`);
}

/** Checks the chain's minimum price (cosmos/evm `MinGasPriceDecorator`), then the base fee (`FeeChecker`). */
function checkPrice({ feeAmount, gas }: CosmosTx, { params }: MessageContext, { market, baseFee }: AnteRules): void {
  if (gas === 0n) throw failure('invalidGasLimit', 'must provide positive gas: invalid gas limit');
  const { baseDenom: denom } = params;
  const required = timesDecimalUp(gas, market.minGasPrice);
  if (feeAmount < required)
    throw failure(
      'insufficientFee',
      `provided fee < minimum global fee (${feeAmount === 0n ? '' : `${feeAmount}${denom}`} < ${required}${denom}). Please increase the gas price.: insufficient fee`,
    );
  if (feeAmount < baseFee * gas)
    throw failure(
      'insufficientFee',
      `gas prices too low, got: ${formatDecimal((feeAmount * DECIMAL_ONE) / gas)}${denom} required: ${formatDecimal(baseFee * DECIMAL_ONE)}${denom}. Please retry using a higher gas price or a higher fee: insufficient fee`,
    );
}

/**
 * Returns the size to charge for. A simulated transaction has no signatures and no fee yet, so their expected sizes are
 * added. A multisig counts as the greatest number of signers, as in the SDK, unless it has its signatures.
 */
function sizeOf({ bytes, signers }: CosmosTx, { txSigLimit }: AuthParams, { mode }: AnteRules): bigint {
  if (mode !== 'simulate') return BigInt(bytes.length);
  const signatures = signers.reduce(
    (sum, { signature }) => sum + (signature.type === 'single' ? 1n : isIncomplete(signature) ? txSigLimit : 0n),
    0n,
  );
  return BigInt(bytes.length + FEE_BYTES) + BigInt(SIGNATURE_BYTES) * signatures;
}

function payFee(tx: CosmosTx, context: MessageContext, { mode }: AnteRules): void {
  const { feeAmount, payer, granter } = tx;
  const { bech32Prefix, baseDenom } = context.params;
  const fee = feeAmount > 0n ? [{ denom: baseDenom, amount: feeAmount }] : [];
  if (granter !== undefined && !equalBytes(granter, payer)) payFromGrant(tx, granter, fee, context);
  const from = granter ?? payer;
  const payerText = bech32Address(from, bech32Prefix);
  if (context.state.account(from) === undefined)
    throw failure('unknownAddress', `fee payer address: ${payerText} does not exist: unknown address`);
  if (feeAmount > 0n) deductFee(context, from, fee);
  // This call charges only the gas of a payment.
  else if (mode === 'simulate')
    sendCoins({ ...context, emit: () => undefined }, from, FEE_COLLECTOR.address, [{ denom: baseDenom, amount: 0n }]);
  context.emit(event('tx', { fee: feeAmount > 0n ? `${feeAmount}${baseDenom}` : '', fee_payer: payerText }));
}

/** Moves the fee. Throws TxFailure `insufficientFunds` around that of the bank (SDK `DeductFees`). */
function deductFee(context: MessageContext, from: Bytes, fee: readonly Amount[]): void {
  try {
    sendCoins(context, from, FEE_COLLECTOR.address, fee);
  } catch (error) {
    if (!(error instanceof TxFailure) || isOutOfGas(error.refusal)) throw error;
    throw failure('insufficientFunds', `${error.refusal.log}: insufficient funds`);
  }
}

/** Takes the fee from what the granter allows the payer. Throws TxFailure when it is too little. */
function payFromGrant(
  { payer: grantee, messages }: CosmosTx,
  granter: Bytes,
  fee: readonly Amount[],
  context: MessageContext,
): void {
  const typeUrls = messages.map(({ typeUrl }) => typeUrl);
  try {
    useAllowance(context, { granter, grantee }, fee, typeUrls);
  } catch (error) {
    if (!(error instanceof TxFailure) || isOutOfGas(error.refusal)) throw error;
    const [from, to] = [granter, grantee].map((address) => bech32Address(address, context.params.bech32Prefix));
    const log = `${from} does not allow to pay fees for ${to}: ${error.refusal.log}`;
    throw new TxFailure({ ...error.refusal, log });
  }
}

/**
 * Returns the signer's key: the one in the transaction, or else the one on record. A new key is recorded in the
 * account.
 */
function keyOf(
  { address, key }: Signer,
  index: number,
  { state, params }: MessageContext,
  { mode }: AnteRules,
): AccountKey | undefined {
  const known = readAccountRecord(state, address).base.publicKey;
  if (key !== undefined) {
    if (mode !== 'simulate' && !equalBytes(key.read.address, address))
      throw failure(
        'invalidPubKey',
        `pubKey does not match signer address ${bech32Address(address, params.bech32Prefix)} with signer index: ${index}: invalid pubkey`,
      );
    if (known === undefined) writePublicKey(state, address, key.any);
    return key.read;
  }
  if (known !== undefined) return readAccountKey(known);
  if (mode === 'simulate') return undefined;
  throw failure('invalidPubKey', 'pubkey on account is not set: invalid pubkey');
}

function emitSigner({ address, sequence, signature }: Signer, { params, emit }: MessageContext): void {
  emit(
    event('tx', { acc_seq: `${bech32Address(address, params.bech32Prefix)}/${sequence}` }),
    ...signatureBytes(signature).map((bytes) => event('tx', { signature: toBase64(bytes) })),
  );
}

function checkSigner(
  tx: CosmosTx,
  signer: Signer,
  key: AccountKey | undefined,
  { state, params }: MessageContext,
  { mode }: AnteRules,
): void {
  const expected = state.account(signer.address)?.nonce ?? 0n;
  const mayWait = mode === 'admit' && signer.sequence > expected;
  if (signer.sequence !== expected && !mayWait) throw wrongSequence(expected, signer.sequence);
  if (mode === 'simulate' || key === undefined) return;
  const { number } = readAccountRecord(state, signer.address).base;
  const problem = unverified(tx, signer, key, number, params.chainId);
  if (problem === undefined) return;
  throw failure(
    'unauthorized',
    isAminoOnly(signer.signature)
      ? `signature verification failed; please verify account number (${number}), sequence (${expected}) and chain-id (${params.chainId}): unauthorized`
      : `signature verification failed; please verify account number (${number}) and chain-id (${params.chainId}): (${problem}): unauthorized`,
  );
}

const wrongSequence = (expected: bigint, got: bigint) =>
  failure('wrongSequence', `account sequence mismatch, expected ${expected}, got ${got}: incorrect account sequence`);

/**
 * Signers of a transaction that have been verified, and for which account number, so that admission and delivery verify
 * once.
 */
const known = new WeakMap<CosmosTx, Set<string>>();

/** Returns why the signature is invalid, or undefined. */
function unverified(
  tx: CosmosTx,
  signer: Signer,
  key: AccountKey,
  number: bigint,
  chainId: string,
): string | undefined {
  const claim = `${signer.hex} ${number}`;
  if (known.get(tx)?.has(claim)) return undefined;
  const problem = signatureProblem(key, signer.signature, (mode) => signBytesOf(tx, signer, mode, number, chainId));
  if (problem === undefined) known.set(tx, (known.get(tx) ?? new Set()).add(claim));
  return problem;
}

/** Returns undefined for an unsupported sign mode, and when a message has no amino name. */
function signBytesOf(
  tx: CosmosTx,
  { sequence }: Signer,
  mode: number,
  accountNumber: bigint,
  chainId: string,
): Bytes | undefined {
  const { bodyBytes, authInfoBytes, body, fee, messages } = tx;
  if (mode === SignMode.Direct) return directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber });
  if (mode !== SignMode.AminoJson) return undefined;
  const named = messages.flatMap((message) =>
    message.aminoName === undefined ? [] : [{ type: message.aminoName, value: message.amino() }],
  );
  if (named.length < messages.length) return undefined;
  const { memo, timeoutHeight } = body;
  return aminoSignBytes({ accountNumber, chainId, fee, memo, messages: named, sequence, timeoutHeight });
}

function raiseSequence(address: Bytes, sequence: bigint, { state }: MessageContext): void {
  state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), nonce: sequence + 1n });
}
