/** Checks of an Ethereum transaction that need no state (go-ethereum `txpool.ValidateTransaction`). */
import { type DecodedEthereumTx, recoveryBit } from '../../codec/ethereum/tx.js';
import { SECP256K1_ORDER } from '../../crypto/secp256k1/index.js';
import { CODE_SIZE_LIMIT, initcodeSizeLimit } from '../../evm/code_size.js';
import { type Hardfork, isFrom } from '../../evm/hardfork.js';
import type { IntrinsicGas } from '../../evm/intrinsic_gas.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { type ChainParams, codeSizeLimitOf, hardforkOf } from '../sdk/chain_params.js';
import { type Refusal, refuse, refuseEvm } from '../types/refusal.js';

/**
 * Most bytes of a raw Ethereum transaction, as geth's pool does. A chain that allows longer initcode adds the
 * difference.
 */
export const MAX_ETHEREUM_TX_BYTES = 131_072;
const USUAL_INITCODE_BYTES = initcodeSizeLimit(CODE_SIZE_LIMIT);
const MAX_NONCE = 2n ** 64n - 1n;

/** Checks that there is a valid signature for this chain, before the sender is recovered. */
export function signatureProblem(tx: DecodedEthereumTx, params: ChainParams): Refusal | undefined {
  const problem = chainProblem(tx, params);
  if (problem !== undefined) return problem;
  const inGroup = tx.r > 0n && tx.r < SECP256K1_ORDER && tx.s > 0n && tx.s <= SECP256K1_ORDER / 2n;
  if (recoveryBit(tx) === undefined || !inGroup) return refuse('unauthorized', 'invalid transaction v, r, s values');
  return undefined;
}

export function chainProblem({ chainId }: DecodedEthereumTx, { evmChainId }: ChainParams): Refusal | undefined {
  if (chainId === undefined || chainId === evmChainId) return undefined;
  return refuse('unauthorized', `invalid chain id for signer: have ${chainId} want ${evmChainId}`);
}

export function statelessProblem(
  tx: DecodedEthereumTx,
  size: number,
  gas: IntrinsicGas,
  params: ChainParams,
): Refusal | undefined {
  const most = MAX_ETHEREUM_TX_BYTES + Math.max(initcodeSizeLimit(codeSizeLimitOf(params)) - USUAL_INITCODE_BYTES, 0);
  if (size > most) return refuse('txTooLarge', `oversized data: transaction size ${size}, limit ${most}`);
  return (
    typeProblem(tx.type, hardforkOf(params)) ?? feeProblem(tx) ?? shapeProblem(tx, params) ?? gasProblem(tx.gas, gas)
  );
}

/** Refuses EIP-7702 transactions before Prague. All older types exist under every fork that a chain can have here. */
export function typeProblem(type: number, hardfork: Hardfork): Refusal | undefined {
  if (type !== 4 || isFrom(hardfork, 'prague')) return undefined;
  return refuse('invalidRequest', `transaction type not supported: type ${type} rejected, pool not yet in Prague`);
}

function feeProblem(tx: DecodedEthereumTx): Refusal | undefined {
  const cap = tx.maxFeePerGas ?? tx.gasPrice ?? 0n;
  const tip = tx.maxPriorityFeePerGas ?? cap;
  if (cap > MAX_UINT256) return refuseEvm('invalidGasCap', 'max fee per gas higher than 2^256-1');
  if (tip > MAX_UINT256) return refuseEvm('invalidGasCap', 'max priority fee per gas higher than 2^256-1');
  if (tip <= cap) return undefined;
  return refuseEvm(
    'invalidGasCap',
    `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`,
  );
}

function shapeProblem(tx: DecodedEthereumTx, params: ChainParams): Refusal | undefined {
  if (tx.nonce === MAX_NONCE) return refuse('invalidSequence', `nonce has max value: nonce: ${tx.nonce}`);
  const longest = initcodeSizeLimit(codeSizeLimitOf(params));
  if (tx.to === undefined && tx.input.length > longest)
    return refuse('invalidRequest', `max initcode size exceeded: code size ${tx.input.length}, limit ${longest}`);
  if (tx.type === 4 && (tx.authorizationList ?? []).length === 0)
    return refuse('invalidRequest', 'set code tx must have at least one authorization tuple');
  return undefined;
}

/**
 * Checks the gas limit against the intrinsic gas and EIP-7623's floor. Calls use it too, with the gas that the caller
 * chose.
 */
export function gasProblem(limit: bigint, { intrinsic, floor }: IntrinsicGas): Refusal | undefined {
  if (limit < intrinsic) return refuse('outOfGas', `intrinsic gas too low: gas ${limit}, minimum needed ${intrinsic}`);
  if (limit < floor)
    return refuse('outOfGas', `insufficient gas for floor data gas cost: gas ${limit}, minimum needed ${floor}`);
  return undefined;
}
