/** Encodes `tendermint.types.ConsensusParams`, of which an update may have some groups only (consensus-engine.md 2.8). */
import { bytes, duration, int, mapped, optional, repeatedString, string, uint } from '../../codec/protobuf/field.js';
import { type Codec, type MessageOptions, message, type Of } from '../../codec/protobuf/message.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ConsensusParamsUpdate } from '../application.js';

/** Code of a space. */
const FIRST_PRINTABLE = 0x20;

/**
 * Either kind of field 6: the synchrony of 1.0, or the authority of 0.39 and 0.40. No duration begins with a printable
 * character.
 */
const Sixth = message('tendermint.types.SynchronyParams', { first: bytes(1) }, { lenient: true });

function codec(options: MessageOptions): Codec<ConsensusParamsUpdate> {
  const BlockParams = message('tendermint.types.BlockParams', { maxBytes: int(1), maxGas: int(2) }, options);
  const evidence = { maxAgeNumBlocks: int(1), maxAgeDuration: duration(2), maxBytes: int(3) };
  const EvidenceParams = message('tendermint.types.EvidenceParams', evidence, options);
  const ValidatorParams = message('tendermint.types.ValidatorParams', { pubKeyTypes: repeatedString(1) }, options);
  const VersionParams = message('tendermint.types.VersionParams', { app: uint(1) }, options);
  const AbciParams = message('tendermint.types.ABCIParams', { voteExtensionsEnableHeight: int(1) }, options);
  const Height = message('google.protobuf.Int64Value', { value: int(1) }, options);
  const height = (number: number) =>
    mapped(
      optional(number, Height),
      (held) => held?.value,
      (value) => (value === undefined ? undefined : { value }),
    );
  const synchrony = { precision: duration(1), messageDelay: duration(2) };
  const SynchronyParams = message('tendermint.types.SynchronyParams', synchrony, options);
  const feature = { voteExtensionsEnableHeight: height(1), pbtsEnableHeight: height(2) };
  const FeatureParams = message('tendermint.types.FeatureParams', feature, options);
  const AuthorityParams = message('tendermint.types.AuthorityParams', { authority: string(1) }, options);
  const groups = {
    block: optional(1, BlockParams),
    evidence: optional(2, EvidenceParams),
    validator: optional(3, ValidatorParams),
    version: optional(4, VersionParams),
    abci: optional(5, AbciParams),
    sixth: bytes(6),
    feature: optional(7, FeatureParams),
  };
  const Groups = message('tendermint.types.ConsensusParams', groups, options);
  return {
    encode({ synchrony, authority, ...update }) {
      const other = authority === undefined ? EMPTY_BYTES : AuthorityParams.encode(authority);
      const sixth = synchrony === undefined ? other : SynchronyParams.encode(synchrony);
      return Groups.encode({ ...update, sixth } as Of<typeof Groups>);
    },
    decode(encoded) {
      const { sixth, ...update } = Groups.decode(encoded);
      const isText = (Sixth.decode(sixth).first[0] ?? 0) >= FIRST_PRINTABLE;
      const either = isText
        ? { authority: AuthorityParams.decode(sixth) }
        : { synchrony: SynchronyParams.decode(sixth) };
      const all = { ...update, ...(sixth.length > 0 && either) };
      return Object.fromEntries(Object.entries(all).filter(([, group]) => group));
    },
  };
}

const Strict = codec({});

/** Skips fields that are unknown, as an engine may send them. */
export const LenientParams: Codec<ConsensusParamsUpdate> = codec({ lenient: true });

/** Encodes an update. A group that is present is written even when all its values are zero. */
export const encodeParamsUpdate = (update: ConsensusParamsUpdate): Bytes => Strict.encode(update);

/** Throws CodecError for bytes that are not an update of parameters. */
export const decodeParamsUpdate = (bytes: Bytes): ConsensusParamsUpdate => Strict.decode(bytes);
