/**
 * Decodes a Cosmos transaction once: its messages, its signers and its fee payer. All of it follows from the bytes and
 * the chain's parameters (SDK x/tx `decode`, `Tx.ValidateBasic`). Signatures are verified later, where the state is
 * known.
 */
import { CodecError } from '../../codec/codec_error.js';
import type { Any, Coin } from '../../codec/cosmos/base.js';
import { MSG_ETHEREUM_TX_URL } from '../../codec/cosmos/msg_ethereum_tx.js';
import { ModeInfo, MultiMode, MultiSignature, SignerInfo } from '../../codec/cosmos/signing.js';
import { decodeAuthInfo, decodeTxBody, decodeTxRaw, type Fee, type TxBody } from '../../codec/cosmos/tx.js';
import { isDevTypeUrl } from '../../codec/dev/dev_tx.js';
import type { Of } from '../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { ChainParams } from '../sdk/chain_params.js';
import type { AnyMessage, MessageTypes } from '../sdk/module/message.js';
import { readAddress } from '../types/address.js';
import { coinsText, tryParseCoins } from '../types/coins.js';
import { MAX_MULTISIG_DEPTH, readAccountKey } from '../types/public_key.js';
import { failure, type Refusal, refuse, TxFailure } from '../types/refusal.js';
import type { CosmosTx, SignatureData, Signer } from './tx.js';

const MAX_GAS_WANTED = (1n << 63n) - 1n;

export function readCosmosTx(bytes: Bytes, params: ChainParams, types: MessageTypes): CosmosTx | Refusal {
  try {
    return read(bytes, params, types);
  } catch (error) {
    if (error instanceof TxFailure) return error.refusal;
    if (error instanceof CodecError) return refuse('txParseError', `${error.message}: tx parse error`);
    throw error;
  }
}

function read(bytes: Bytes, params: ChainParams, types: MessageTypes): CosmosTx {
  const { bodyBytes, authInfoBytes, signatures } = decodeTxRaw(bytes);
  const body = decodeTxBody(bodyBytes);
  const { signerInfos, fee, tip } = decodeAuthInfo(authInfoBytes);
  const counts = new Map<string, number>();
  const messages = body.messages.map((any) => {
    const earlier = counts.get(any.typeUrl) ?? 0;
    counts.set(any.typeUrl, earlier + 1);
    return readMessage(any, types, earlier);
  });
  if (messages.length === 0) throw failure('invalidRequest', 'must contain at least one message: invalid request');
  checkExtensions(body);
  if (fee === undefined) throw failure('invalidRequest', 'authInfo.Fee should not be nil: invalid request');
  if (tip !== undefined) throw failure('invalidRequest', 'authInfo.Tip must be nil: invalid request');
  const payer = fee.payer === '' ? undefined : readAddress('fee payer', fee.payer, params.bech32Prefix);
  const granter = fee.granter === '' ? undefined : readAddress('fee granter', fee.granter, params.bech32Prefix);
  const addresses = signersOf(messages, payer, params);
  const signers = joinSigners(
    addresses,
    signerInfos.map((info) => SignerInfo.decode(info)),
    signatures,
  );
  const [first] = signers;
  if (first === undefined) throw failure('noSignatures', 'no signers: no signatures supplied');
  const feeAmount = feeOf(fee, params);
  const price = fee.gasLimit === 0n ? 0n : feeAmount / fee.gasLimit;
  const pays = equalBytes(granter ?? payer ?? first.address, first.address);
  return {
    type: 'cosmos',
    bytes,
    bodyBytes,
    authInfoBytes,
    body,
    messages,
    signers,
    fee,
    feeAmount,
    payer: payer ?? first.address,
    granter,
    from: first.address,
    sender: first.hex,
    sequence: first.sequence,
    gas: fee.gasLimit,
    feeCap: price,
    tipCap: price,
    cost: pays ? feeAmount : 0n,
  };
}

function readMessage({ typeUrl, value }: Any, types: MessageTypes, earlier: number): AnyMessage {
  if (isDevTypeUrl(typeUrl))
    throw failure(
      'unauthorized',
      `${typeUrl} is allowed only in dev transactions, which the node itself makes and puts first in a block; call a dev method such as hardhat_setBalance instead: unauthorized`,
    );
  const type = types.get(typeUrl);
  if (type !== undefined) return type.read(value, earlier);
  if (typeUrl === MSG_ETHEREUM_TX_URL)
    throw failure(
      'invalidType',
      "MsgEthereumTx needs to be contained within a tx with 'ExtensionOptionsEthereumTx' option: invalid type",
    );
  const known = [...types.keys()]
    .filter((known) => !isDevTypeUrl(known))
    .sort()
    .join(', ');
  throw failure(
    'txParseError',
    `unable to resolve type URL ${typeUrl}: tx parse error; the message types of this chain are ${known}`,
  );
}

function checkExtensions({ extensionOptions }: TxBody): void {
  const [option] = extensionOptions;
  if (option !== undefined)
    throw failure(
      'unknownExtension',
      `rejecting tx with unsupported extension option: ${option.typeUrl}: unknown extension options`,
    );
}

/** Returns each signer once, in the order of the messages. A fee payer who signs no message comes last. */
function signersOf(messages: readonly AnyMessage[], payer: Bytes | undefined, params: ChainParams): readonly Bytes[] {
  const found = new Map<string, Bytes>();
  for (const address of messages.flatMap((message) => message.signers(params)))
    if (!found.has(toHex(address))) found.set(toHex(address), address);
  if (payer !== undefined && !found.has(toHex(payer))) found.set(toHex(payer), payer);
  return [...found.values()];
}

function joinSigners(
  addresses: readonly Bytes[],
  infos: readonly SignerInfo[],
  signatures: readonly Bytes[],
): readonly Signer[] {
  if (signatures.length === 0) throw failure('noSignatures', 'no signatures supplied');
  if (signatures.length !== addresses.length)
    throw failure(
      'unauthorized',
      `wrong number of signers; expected ${addresses.length}, got ${signatures.length}: unauthorized`,
    );
  if (infos.length !== addresses.length)
    throw failure(
      'unauthorized',
      `invalid number of signer;  expected: ${addresses.length}, got ${infos.length}: unauthorized`,
    );
  return addresses.map((address, i) => {
    const { publicKey, modeInfo, sequence } = infos[i] as SignerInfo;
    return {
      address,
      hex: toHex(address),
      key: publicKey && { any: publicKey, read: readAccountKey(publicKey) },
      sequence,
      signature: readSignature(modeInfo, signatures[i] as Bytes, 0),
    };
  });
}

/** Joins a mode with its signature (SDK x/auth/tx `ModeInfoAndSigToSignatureData`). */
function readSignature(modeInfo: Of<typeof ModeInfo> | undefined, signature: Bytes, depth: number): SignatureData {
  if (modeInfo?.single !== undefined) return { type: 'single', mode: modeInfo.single.mode, bytes: signature };
  if (modeInfo === undefined || modeInfo.multi.length === 0)
    throw failure('unauthorized', 'a signer has no mode: expected mode_info.single or mode_info.multi: unauthorized');
  if (depth === MAX_MULTISIG_DEPTH)
    throw new CodecError(`max depth exceeded: ${MAX_MULTISIG_DEPTH} multisig signatures`);
  const { bitarray, modeInfos } = MultiMode.decode(modeInfo.multi);
  const { signatures } = MultiSignature.decode(signature);
  if (modeInfos.length !== signatures.length)
    throw failure(
      'unauthorized',
      `a multisig has ${modeInfos.length} mode infos and ${signatures.length} signatures: expected as many: unauthorized`,
    );
  const members = modeInfos.map((info, i) => readSignature(ModeInfo.decode(info), signatures[i] as Bytes, depth + 1));
  return { type: 'multi', bits: bitarray, signatures: members };
}

function feeOf({ amount, gasLimit }: Fee, { baseDenom }: ChainParams): bigint {
  if (gasLimit > MAX_GAS_WANTED)
    throw failure('invalidRequest', `invalid gas supplied; ${gasLimit} > ${MAX_GAS_WANTED}: invalid request`);
  const coins = positive(amount);
  const [coin, ...more] = coins;
  if (coin === undefined) return 0n;
  if (more.length > 0 || coin.denom !== baseDenom)
    throw failure(
      'insufficientFee',
      `expected only native token ${baseDenom} for fee, but got ${coinsText(amount)}: insufficient fee`,
    );
  return coin.amount;
}

/** Returns the coins of a fee without those of amount zero, which a fee may name. */
function positive(amount: readonly Coin[]) {
  const coins = tryParseCoins(amount.filter((coin) => coin.amount !== '0'));
  if (coins === undefined)
    throw failure('insufficientFee', `invalid fee provided: ${coinsText(amount)}: insufficient fee`);
  return coins;
}
