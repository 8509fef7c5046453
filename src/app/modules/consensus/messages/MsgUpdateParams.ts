/**
 * `cosmos.consensus.v1.MsgUpdateParams` sets the engine's parameters, by a proposal. The block returns them, and the
 * engine uses them from the next height on (SDK x/consensus `UpdateParams`).
 */
import { isNewKeyType } from '../../../../abci/pub_key.js';
import { optional, string } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { readChainParams, writeChainParams } from '../../../sdk/chain_params.js';
import { checkAuthority, invalidParams, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { event } from '../../../types/events.js';
import { writeEvidenceAge } from '../../slashing/store.js';
import { consensusKeyTypes, type Registered, readValidators } from '../../staking/store.js';
import { Abci, Block, Evidence, Validator, writeConsensusParams } from '../store.js';

/** CometBFT's `MaxBlockSizeBytes`. */
const MAX_BLOCK_BYTES = 104_857_600n;
/** Most bytes of a block without transactions and evidence, and of a validator's signature in it. */
const EMPTY_BLOCK_BYTES = 731n;
const SIGNATURE_BYTES = 111n;
/** Most bytes of a signature where keys of CometBFT 0.40 are allowed. */
const LONG_SIGNATURE_BYTES = 3358n;

export const MsgUpdateParams = defineMessage({
  message: message(
    'cosmos.consensus.v1.MsgUpdateParams',
    {
      authority: string(1),
      block: optional(2, Block),
      evidence: optional(3, Evidence),
      validator: optional(4, Validator),
      abci: optional(5, Abci),
    },
    { aminoName: 'cosmos-sdk/x/consensus/MsgUpdateParams' },
  ),
  response: message('cosmos.consensus.v1.MsgUpdateParamsResponse', {}),
  signers: signedByAuthority,
  handle(value, context) {
    checkAuthority(value, context);
    const { block, evidence, validator, abci } = value;
    const { state, emit } = context;
    if (block === undefined || evidence === undefined || validator === undefined)
      throw invalidParams('all parameters must be present');
    const problem =
      blockProblem(block) ??
      evidenceProblem(evidence, block) ??
      keyTypeProblem(validator, ['secp256k1', ...consensusKeyTypes(state)]) ??
      haltProblem(readValidators(state), block, evidence, validator);
    if (problem !== undefined) throw invalidParams(problem);
    if (abci !== undefined && abci.voteExtensionsEnableHeight !== 0n)
      throw invalidParams(
        `VoteExtensionsEnableHeight is ${abci.voteExtensionsEnableHeight}: expected 0, because this application has no vote extensions`,
      );
    writeConsensusParams(state, { block, evidence, validator });
    writeChainParams(state, { ...readChainParams(state), blockMaxGas: block.maxGas });
    writeEvidenceAge(state, evidence);
    emit(
      event('update_consensus_params', {
        authority: value.authority,
        parameters: JSON.stringify({ block, evidence, validator }, (_, part: unknown) =>
          typeof part === 'bigint' ? part.toString() : part,
        ),
      }),
    );
    return {};
  },
});

/** Returns the problem in CometBFT's words (`ConsensusParams.ValidateBasic`). */
function blockProblem({ maxBytes, maxGas }: Of<typeof Block>): string | undefined {
  if (maxBytes === 0n) return 'block.MaxBytes cannot be 0';
  if (maxBytes < -1n) return `block.MaxBytes must be -1 or greater than 0. Got ${maxBytes}`;
  if (maxBytes > MAX_BLOCK_BYTES) return `block.MaxBytes is too big. ${maxBytes} > ${MAX_BLOCK_BYTES}`;
  return maxGas < -1n ? `block.MaxGas must be greater or equal to -1. Got ${maxGas}` : undefined;
}

/** Returns why the engine would halt at a later height, although CometBFT accepts the parameters. */
function haltProblem(
  all: readonly Registered[],
  { maxBytes }: Of<typeof Block>,
  { maxBytes: evidenceBytes }: Of<typeof Evidence>,
  { pubKeyTypes }: Of<typeof Validator>,
): string | undefined {
  const each = pubKeyTypes.some(isNewKeyType) ? LONG_SIGNATURE_BYTES : SIGNATURE_BYTES;
  const least = EMPTY_BLOCK_BYTES + each * BigInt(all.length) + evidenceBytes;
  if (maxBytes !== -1n && maxBytes < least)
    return `block.MaxBytes is too small. ${maxBytes} < ${least}, the size of a block with the signatures of ${all.length} validators and ${evidenceBytes} bytes of evidence`;
  const other = all.find(({ validator }) => !pubKeyTypes.includes(validator.pubKey.type));
  return (
    other &&
    `params.Validator.PubKeyTypes has no ${other.validator.pubKey.type}, the type of the key of ${other.validator.operator}`
  );
}

function evidenceProblem(
  { maxAgeNumBlocks, maxAgeDuration, maxBytes }: Of<typeof Evidence>,
  block: Of<typeof Block>,
): string | undefined {
  if (maxAgeNumBlocks <= 0n) return `evidence.MaxAgeNumBlocks must be greater than 0. Got ${maxAgeNumBlocks}`;
  if (maxAgeDuration <= 0n) return `evidence.MaxAgeDuration must be grater than 0 if provided, Got ${maxAgeDuration}`;
  const most = block.maxBytes === -1n ? MAX_BLOCK_BYTES : block.maxBytes;
  if (maxBytes > most) return `evidence.MaxBytesEvidence is greater than upper bound, ${maxBytes} > ${most}`;
  return maxBytes < 0n ? `evidence.MaxBytes must be non negative. Got: ${maxBytes}` : undefined;
}

/** `known` has the types that the engine of 0.38 knows, and those that the chain has had from its genesis on. */
function keyTypeProblem({ pubKeyTypes }: Of<typeof Validator>, known: readonly string[]): string | undefined {
  if (pubKeyTypes.length === 0) return 'len(Validator.PubKeyTypes) must be greater than 0';
  const unknown = pubKeyTypes.findIndex((type) => !known.includes(type));
  return unknown < 0
    ? undefined
    : `params.Validator.PubKeyTypes[${unknown}], ${pubKeyTypes[unknown]}, is an unknown pubkey type`;
}
