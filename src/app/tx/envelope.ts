/**
 * Checks the wrapper of an Ethereum transaction (evm-json-rpc.md 4.2 row 0, 7.1). Re-encoding recognises a canonical
 * wrapper, and a valid transaction costs no more than that. The single rules are checked only to find the reason why
 * another wrapper is invalid.
 */
import { CodecError } from '../../codec/codec_error.js';
import { decodeMsgEthereumTx, MSG_ETHEREUM_TX_URL, type MsgEthereumTx } from '../../codec/cosmos/msg_ethereum_tx.js';
import {
  type AuthInfo,
  decodeAuthInfo,
  decodeTxBody,
  decodeTxRaw,
  EXTENSION_OPTION_URL,
  type TxBody,
  type TxRaw,
} from '../../codec/cosmos/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type Refusal, refuse } from '../types/refusal.js';

export interface Envelope {
  readonly tx: TxRaw;
  readonly body: TxBody;
  readonly message: MsgEthereumTx;
}

/**
 * Returns the Ethereum message in `bytes`, or the reason why there is none. Returns undefined when the first message
 * has another type. The rest of the wrapper is not checked yet.
 */
export function openEnvelope(bytes: Bytes): Envelope | Refusal | undefined {
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

/** Returns the first rule that a non-canonical wrapper breaks. */
export function envelopeProblem({ tx, body }: Envelope): Refusal {
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
