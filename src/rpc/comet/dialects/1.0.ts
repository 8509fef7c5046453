/**
 * Defines the dialect of CometBFT 1.0, which itself serves its routes under `/v1` too. Its protobuf types are newer:
 * parameters of features, flat validator updates, evidence with names in snake case.
 */
import type { ValidatorUpdate } from '../../../abci/application.js';
import { toUpperHex } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import type { Dialect } from './dialect.js';
import type { consensusDump } from './shared/consensus_dump.js';
import { type EvidenceShape, evidence } from './shared/evidence.js';
import { finalizeBlockDialect } from './shared/finalize_block.js';
import { paramsUpdateWithFeature, paramsWithFeature } from './shared/params.js';
import { base64, int64OrAbsent, time } from './shared/scalars.js';

const P2P_PROTOCOL = 9;

const validatorUpdate = ({ pubKey, power }: ValidatorUpdate): Json => ({
  power: int64OrAbsent(power),
  pub_key_bytes: base64(pubKey.bytes),
  pub_key_type: pubKey.type,
});

const snakeCase = (name: string): string => name.replace(/\B[A-Z]/g, '_$&').toLowerCase();

/** Encodes evidence, whose members all have JSON names here. */
const taggedEvidence: EvidenceShape = (item, vote) => {
  const { type, value } = evidence(item, vote);
  return { type, value: Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), member])) };
};

const base = finalizeBlockDialect({
  version: '1.0',
  summary: 'Encodes as CometBFT 1.0: parameters `feature` and `synchrony` (PBTS), an error for an invalid transaction.',
  prefix: '/v1',
  engineVersion: '1.0.1',
  p2pProtocol: P2P_PROTOCOL,
  params: paramsWithFeature,
  paramsUpdate: paramsUpdateWithFeature,
  validatorUpdate,
  evidence: taggedEvidence,
  invalidTx: ({ code, data, log, codespace }, hash) =>
    `tx ${toUpperHex(hash)} is invalid: code=${code}, data=${toUpperHex(data)}, log='${log}', codespace='${codespace}'`,
  invalidOrder: (order) => `invalid order_by: expected \`asc\`, \`desc\` or \`\`, but got ${order}`,
});

export const dialect: Dialect = {
  ...base,
  results: {
    ...base.results,
    dump_consensus_state: (view, rounds) => {
      const dump = base.results.dump_consensus_state(view, rounds) as ReturnType<typeof consensusDump>;
      const { height, round, step, start_time, commit_time, validators, proposal, ...rest } = dump.round_state;
      const before = { height, round, step, start_time, commit_time, validators, proposal };
      const proposal_receive_time = time(view.state.proposalReceiveTime);
      return { ...dump, round_state: { ...before, proposal_receive_time, ...rest } };
    },
  },
  // Release 1.0 does not unlock, and has no such event.
  subscriptionEvents: (event) => (event.type === 'Unlock' ? [] : base.subscriptionEvents(event)),
};
