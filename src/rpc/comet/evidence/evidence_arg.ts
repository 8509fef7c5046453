/** Decodes the argument of `broadcast_evidence`, a value of a registered type (consensus-rpc.md 1.6). */

import { readAs } from '../protocol/amino_json.js';
import type { ArgKind } from '../protocol/arg_kind.js';
import { readJson } from '../protocol/json_reader.js';
import { type WireEvidence, wireEvidence } from './wire_evidence.js';

export const evidenceArg: ArgKind<WireEvidence | undefined> = {
  goKind: 'interface',
  family: 'structure',
  absent: undefined,
  decode: (raw) => readAs(wireEvidence, readJson(raw)),
};
