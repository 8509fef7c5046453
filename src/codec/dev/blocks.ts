/** Defines the messages of `halley.dev.v1` that change blocks. */
import { bytes, integer, uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

/** Defines `halley.dev.v1.MsgSetBlockGasLimit`, which sets the gas limit of the next block and all later ones. */
export const MsgSetBlockGasLimit = message('halley.dev.v1.MsgSetBlockGasLimit', { gasLimit: uint(1) });

/**
 * Defines `halley.dev.v1.MsgSetChainId`, which sets the chain id of EIP-155 from the next block on. The consensus
 * chain's id stays.
 */
export const MsgSetChainId = message('halley.dev.v1.MsgSetChainId', { evmChainId: uint(1) });

/** Defines `halley.dev.v1.MsgSetCoinbase`, which sets the beneficiary of the next block and all later ones. */
export const MsgSetCoinbase = message('halley.dev.v1.MsgSetCoinbase', { coinbase: bytes(1) });

/** Defines `halley.dev.v1.MsgSetNextBlockBaseFeePerGas`, which sets the base fee of the next block, in wei. */
export const MsgSetNextBlockBaseFeePerGas = message('halley.dev.v1.MsgSetNextBlockBaseFeePerGas', {
  baseFee: integer(1),
});

/** Defines `halley.dev.v1.MsgSetPrevRandao`, which sets PREVRANDAO of the next block, 32 bytes. */
export const MsgSetPrevRandao = message('halley.dev.v1.MsgSetPrevRandao', { prevRandao: bytes(1) });
