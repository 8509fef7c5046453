/**
 * Implements `broadcast_evidence` (consensus-rpc.md 4.5): checks the evidence by itself, then submits it to the pool.
 * Evidence that the pool already has is a success.
 */
import type { Evidence } from '../../../consensus/types/evidence.js';
import { HalleyError } from '../../../kernel/errors.js';
import { printedEvidence } from '../evidence/printed.js';
import { checkedEvidence, InvalidEvidence } from '../evidence/validate_basic.js';
import { type WireEvidence, wireEvidence } from '../evidence/wire_evidence.js';
import { readAs } from '../protocol/amino_json.js';
import type { ArgKind } from '../protocol/arg_kind.js';
import { readJson } from '../protocol/json_reader.js';
import { defineRoute } from '../route.js';

/** Most bytes of a signature before CometBFT 0.39. */
const DEFAULT_SIGNATURE_BYTES = 64;

function checked(evidence: WireEvidence, signatureBytes: number) {
  try {
    return checkedEvidence(evidence, signatureBytes);
  } catch (error) {
    if (!(error instanceof InvalidEvidence)) throw error;
    throw new HalleyError('invalid-argument', error.message);
  }
}

const notAdded = (error: unknown, evidence: Evidence): unknown =>
  error instanceof HalleyError
    ? new HalleyError(
        error.code,
        `failed to add evidence: Invalid evidence: ${error.message}. Evidence: ${printedEvidence(evidence)}`,
        error.facts,
      )
    : error;

/** Decodes the argument of `broadcast_evidence`, a value of a registered type (consensus-rpc.md 1.6). */
const evidenceArg: ArgKind<WireEvidence | undefined> = {
  goKind: 'interface',
  family: 'structure',
  absent: undefined,
  decode: (raw) => readAs(wireEvidence, readJson(raw)),
};

export const broadcast_evidence = defineRoute({
  name: 'broadcast_evidence',
  summary: 'Submits evidence that a validator has misbehaved.',
  example: '/broadcast_evidence?evidence={"type":"tendermint/DuplicateVoteEvidence","value":{}}',
  args: { evidence: evidenceArg },
  caching: 'never',
  handle: async ({ backend, dialect }, { evidence }) => {
    if (evidence === undefined) throw new HalleyError('invalid-argument', 'no evidence was provided');
    const whole = checked(evidence, dialect.signatureBytes ?? DEFAULT_SIGNATURE_BYTES);
    try {
      return dialect.results.broadcast_evidence(await backend.submitEvidence(whole));
    } catch (error) {
      throw notAdded(error, whole);
    }
  },
});
