/**
 * Decodes an Ethereum transaction once: recovers its sender and does every check that needs no state. All of it follows
 * from the bytes and the chain's parameters. So it is cached, and neither FinalizeBlock nor a recheck does the work
 * again.
 */
import { CodecError } from '../../codec/codec_error.js';
import { impersonationSignBytes, isImpersonated, withSignature } from '../../codec/cosmos/impersonation.js';
import { decodeMsgEthereumTx, MSG_ETHEREUM_TX_URL, type MsgEthereumTx } from '../../codec/cosmos/msg_ethereum_tx.js';
import {
  type AuthInfo,
  decodeAuthInfo,
  decodeTxBody,
  decodeTxRaw,
  EXTENSION_OPTION_URL,
  maxGasCost,
  type TxBody,
  type TxRaw,
  wrapDecodedEthereumTx,
} from '../../codec/cosmos/tx.js';
import {
  type DecodedEthereumTx,
  decodeEthereumTx,
  ethereumTxHash,
  recoveryBit,
  signingHash,
} from '../../codec/ethereum/tx.js';
import { ed25519Verify } from '../../crypto/ed25519.js';
import { recoverAddress } from '../../crypto/secp256k1/index.js';
import { type IntrinsicGas, intrinsicGas } from '../../evm/intrinsic_gas.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { type ChainParams, hardforkOf } from '../sdk/chain_params.js';
import { checksumAddress } from '../types/address.js';
import { type Refusal, refuse } from '../types/refusal.js';
import { chainProblem, signatureProblem, statelessProblem } from './stateless.js';
import type { EthereumTx } from './tx.js';

function decode(raw: Bytes): DecodedEthereumTx | Refusal {
  try {
    return decodeEthereumTx(raw);
  } catch (error) {
    if (error instanceof CodecError) return refuse('txParseError', error.message);
    throw error;
  }
}

/** Reads a raw Ethereum transaction without a wrapper. */
export function readEthereumTx(raw: Bytes, params: ChainParams): EthereumTx | Refusal {
  const ethereum = decode(raw);
  if ('log' in ethereum) return ethereum;
  const problem = signatureProblem(ethereum, params);
  if (problem !== undefined) return problem;
  const gas = intrinsicGas(ethereum, hardforkOf(params));
  const from = senderOf(ethereum);
  if (from === undefined) return refuse('unauthorized', 'invalid sender: the signature recovers to no address');
  return statelessProblem(ethereum, raw.length, gas, params) ?? ethereumTx(ethereum, raw, from, gas);
}

function senderOf(tx: DecodedEthereumTx): Bytes | undefined {
  const yParity = recoveryBit(tx);
  return yParity === undefined ? undefined : recoverAddress(signingHash(tx), { r: tx.r, s: tx.s, yParity });
}

function ethereumTx(
  ethereum: DecodedEthereumTx,
  raw: Bytes,
  from: Bytes,
  intrinsic: IntrinsicGas,
  impersonated = false,
): EthereumTx {
  const feeCap = ethereum.maxFeePerGas ?? ethereum.gasPrice ?? 0n;
  return {
    type: 'ethereum',
    ethereum,
    raw,
    ethereumHash: ethereumTxHash(raw),
    impersonated,
    from,
    sender: toHex(from),
    sequence: ethereum.nonce,
    gas: ethereum.gas,
    intrinsic,
    cost: ethereum.value + maxGasCost(ethereum),
    feeCap,
    tipCap: ethereum.maxPriorityFeePerGas ?? feeCap,
  };
}

/**
 * Reads a transaction in its wrapper, the form that blocks hold. Returns undefined when the first message has another
 * type. `authority` is the chain's dev authority, which may sign for other accounts.
 */
export function readWrappedTx(
  bytes: Bytes,
  params: ChainParams,
  authority: Bytes | undefined,
): EthereumTx | Refusal | undefined {
  const envelope = openEnvelope(bytes);
  if (envelope === undefined || 'log' in envelope) return envelope;
  const { raw, from } = envelope.message;
  const [signature, ...more] = envelope.tx.signatures;
  if (signature !== undefined && more.length === 0)
    return readImpersonated(envelope, bytes, signature, params, authority);
  const known = readEthereumTx(raw, params);
  if ('log' in known) return known;
  if (!equalBytes(known.from, from)) return wrongSigner(known.from, from);
  const canonical = wrapDecodedEthereumTx(known.ethereum, known.raw, known.from, params.baseDenom);
  return equalBytes(canonical, bytes) ? known : envelopeProblem(envelope);
}

/**
 * Reads an Ethereum transaction that a block of this chain has executed. Its sender is the one that its wrapper names, so
 * signature and wrapper are not checked again. Returns undefined when the first message has another type.
 */
export function readExecutedTx(bytes: Bytes, params: ChainParams): EthereumTx | undefined {
  const envelope = openEnvelope(bytes);
  if (envelope === undefined || 'log' in envelope) return undefined;
  const { raw, from } = envelope.message;
  const ethereum = decode(raw);
  if ('log' in ethereum) return undefined;
  const gas = intrinsicGas(ethereum, hardforkOf(params));
  return ethereumTx(ethereum, raw, from, gas, envelope.tx.signatures.length > 0);
}

interface Envelope {
  readonly tx: TxRaw;
  readonly body: TxBody;
  readonly message: MsgEthereumTx;
}

/**
 * Returns the Ethereum message in `bytes`, or the reason why there is none (evm-json-rpc.md 4.2 row 0, 7.1). Returns
 * undefined when the first message has another type. The rest of the wrapper is not checked yet.
 */
function openEnvelope(bytes: Bytes): Envelope | Refusal | undefined {
  try {
    const tx = decodeTxRaw(bytes);
    const body = decodeTxBody(tx.bodyBytes);
    const [message] = body.messages;
    if (message === undefined) return refuse('invalidRequest', 'must contain at least one message: invalid request');
    if (message.typeUrl !== MSG_ETHEREUM_TX_URL) return undefined;
    return { tx, body, message: decodeMsgEthereumTx(message.value) };
  } catch (error) {
    if (error instanceof CodecError) return refuse('txParseError', `${error.message}: tx parse error`);
    throw error;
  }
}

/**
 * Returns the first rule that a non-canonical wrapper breaks. Re-encoding recognises a canonical wrapper, and a valid
 * transaction costs no more than that; only another wrapper is checked rule by rule.
 */
function envelopeProblem({ tx, body }: Envelope): Refusal {
  if (body.messages.length !== 1)
    return refuse('invalidRequest', `expected 1 message, got ${body.messages.length}: invalid request`);
  const [option, ...more] = body.extensionOptions;
  if (option !== undefined && option.typeUrl !== EXTENSION_OPTION_URL)
    return refuse(
      'unknownExtension',
      `rejecting tx with unsupported extension option: ${option.typeUrl}: unknown extension options`,
    );
  if (option === undefined || more.length > 0)
    return refuse('invalidRequest', 'for eth tx length of ExtensionOptions should be 1: invalid request');
  if (body.memo !== '' || body.timeoutHeight !== 0n || body.nonCriticalExtensionOptions.length > 0)
    return refuse(
      'invalidRequest',
      'for eth tx body Memo TimeoutHeight NonCriticalExtensionOptions should be empty: invalid request',
    );
  if (tx.signatures.length > 0)
    return refuse('invalidRequest', 'for eth tx Signatures should be empty: invalid request');
  return authInfoProblem(tx.authInfoBytes);
}

function authInfoProblem(bytes: Bytes): Refusal {
  let authInfo: AuthInfo;
  try {
    authInfo = decodeAuthInfo(bytes);
  } catch (error) {
    if (error instanceof CodecError) return refuse('txParseError', `${error.message}: tx parse error`);
    throw error;
  }
  if (authInfo.signerInfos.length > 0)
    return refuse('invalidRequest', 'for eth tx AuthInfo SignerInfos should be empty: invalid request');
  if (authInfo.tip !== undefined) return refuse('invalidRequest', 'authInfo.Tip must be nil: invalid request');
  const { fee } = authInfo;
  if (fee === undefined) return refuse('invalidRequest', 'authInfo.Fee should not be nil: invalid request');
  if (fee.payer !== '' || fee.granter !== '')
    return refuse('invalidRequest', 'for eth tx AuthInfo Fee payer and granter should be empty: invalid request');
  const amount = fee.amount.map(({ denom, amount: text }) => text + denom).join(',');
  return refuse(
    'invalidRequest',
    `invalid AuthInfo Fee (amount "${amount}", gas ${fee.gasLimit}): expected the fee and the gas limit of the Ethereum transaction, in the canonical encoding: invalid request`,
  );
}

function readImpersonated(
  envelope: Envelope,
  bytes: Bytes,
  signature: Bytes,
  params: ChainParams,
  authority: Bytes | undefined,
): EthereumTx | Refusal {
  const { raw, from } = envelope.message;
  const ethereum = decode(raw);
  if ('log' in ethereum) return ethereum;
  const canonical = wrapDecodedEthereumTx(ethereum, raw, from, params.baseDenom);
  if (!isImpersonated(ethereum, from) || !equalBytes(withSignature(canonical, signature), bytes))
    return envelopeProblem(envelope);
  const signed = impersonationSignBytes(canonical, params.chainId);
  if (authority === undefined || !ed25519Verify({ type: 'ed25519', bytes: authority }, signed, signature))
    return refuse(
      'unauthorized',
      'an impersonated transaction must be signed by the dev authority of the chain: unauthorized',
    );
  const gas = intrinsicGas(ethereum, hardforkOf(params));
  return (
    chainProblem(ethereum, params) ??
    statelessProblem(ethereum, raw.length, gas, params) ??
    ethereumTx(ethereum, raw, from, gas, true)
  );
}

const wrongSigner = (signer: Bytes, claimed: Bytes): Refusal =>
  refuse(
    'wrongSigner',
    `signature verification failed: the envelope names ${claimed.length === 20 ? checksumAddress(claimed) : 'no address'}, ` +
      `the signature recovers to ${checksumAddress(signer)}: tx intended signer does not match the given signer`,
  );
